import { describe, expect, test } from 'vitest';
import { profileInput } from '../../contract/src/identity/inputs.ts';
import { isReadableName, tidyName } from '../../contract/src/identity/readable-name.ts';
import { idOf } from './support/people.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const rename = 'update profiles set username = $1 where id = $2';

const welcome = [
  'Ti Jo', 'Mèt Dlo', 'Chouchou Nwèl', 'Fòs-Limyè', 'Éloïse', 'Señor Ñandú', 'Jean_Claude.78', 'D’Haïti', "O'Brien", 'Łukasz',
  'Đặng Văn', 'Mª José', 'Иван Петров', 'Αλέξης', 'محمد', 'שרה', '李小龍', 'ひろこ', 'สมชาย', 'Ọlá', 'Ɔkra', 'Jo ❤️', 'Mimi 🇭🇹',
  'Lakou Gran Moun', 'Marnie', 'modernist', 'Edwina', 'Aidee', 'administrasyon lekòl',
]; // biome-ignore format: a list of names
const unreadable: Record<string, string> = {
  'a zero-width space': 'ad\u200bmin',
  'a zero-width joiner': 'ti\u200djo',
  'a word joiner': 'ti\u2060jo',
  'a byte order mark': 'ti\ufeffjo',
  'a soft hyphen': 'ti\u00adjo',
  'a right-to-left override': 'nimda\u202e',
  'an isolate': '\u2066ti jo\u2069',
  'an Arabic character mark': 'ti\u061cjo',
  'a tag': 'ti\u{e0061}jo',
  'a Hangul filler': '\u3164\u3164',
  'Braille blanks': '\u2800\u2800',
  'a no-break space': 'ti\u00a0jo',
  'a line separator': 'ti\u2028jo',
  'a control character': 'ti\u0007jo',
  'piles of marks': 'Z\u0301\u0302\u0303\u0304o',
  'a mark without a character': '\u0301ti',
  'a struck character': 'a\u0336dmin',
  'a Cyrillic character among Latin ones': 'm\u0430xo',
  'a Greek character among Latin ones': 'm\u03b1xo',
  'an Armenian character among Latin ones': 'max\u0585',
  'Latin and Hebrew': 'maxo\u05d0\u05d1',
  'Greek and Cyrillic': '\u03b1\u0431\u0432',
  'mathematical characters': '\u{1d5ba}\u{1d5bd}\u{1d5c6}',
  'full-width characters': '\uff21\uff24\uff2d',
  'enclosed characters': '\u24d0\u24d3\u24dc',
  'small capitals': '\u1d00\u1d05\u1d0d\u026a\u0274',
  'a ligature': 'o\ufb03cial',
  'Cherokee characters': '\u13aa\u13ac',
  'a private-use character': 'ti\ue000jo',
};

describe('a member', () => {
  test.each(welcome)('can be called %s', (name) =>
    inTransaction(async (as) => {
      expect(await as('tiJo').touches(rename, name, idOf.tiJo)).toBe(1);
      expect(profileInput.shape.username.safeParse(name).success).toBe(true);
    })(),
  );

  test.each(Object.keys(unreadable))('cannot have %s in a name', (what) =>
    inTransaction(async (as) => {
      const name = unreadable[what];
      expect(await as('tiJo').refusal(rename, name, idOf.tiJo)).toMatchObject({
        code: '23514',
        hint: 'username_unreadable',
      });
      const first = 'update profiles set first_name = $1 where id = $2';
      expect((await as('tiJo').refusal(first, name, idOf.tiJo)).hint).toBe('name_unreadable');
      expect((await as('service').refusal(rename, name, idOf.tiJo)).code).toBe('23514');
      expect(profileInput.shape.username.safeParse(name).success).toBe(false);
    })(),
  );

  test(
    'gets single spaces and composed accents',
    inTransaction(async (as) => {
      await as('tiJo').query(rename, '  Ti   Jose\u0301  ', idOf.tiJo);
      expect(await as('tiJo').value('select username from profiles where id = $1', idOf.tiJo)).toBe(
        'Ti José',
      );
    }),
  );

  // The moderator of these tests is called moderator, the accountant accountant; Maxo is made staff here.
  test.each([
    'MAXO', 'max0', 'm-a-x-o', 'Mäxò', 'maxo.', 'м\u0430хо', 'Maxọ', 'rnaxo',
  ])('cannot be called %s beside a worker called maxo', (name) =>
    inTransaction(async (as) => {
      await as('owner').query(rename, 'maxo', idOf.moderator);
      expect(await as('tiJo').refusal(rename, name, idOf.tiJo)).toMatchObject({
        code: '23514',
        hint: 'username_reserved',
      });
      await as('owner').query('delete from admin_users where user_id = $1', idOf.moderator);
      // Of two members only the exact name is taken.
      if (name.toLowerCase() !== 'maxo') expect(await as('tiJo').touches(rename, name, idOf.tiJo)).toBe(1);
    })(),
  ); // biome-ignore format: a list of names

  test.each([
    'admin', 'Admin', 'ADM1N', 'аdмin'.normalize(), 'a.d.m.i.n', 'admin2', '007 admin', 'Lakou', 'Lak0u', 'lakou support',
    'Lakou-Admin', 'Sipò Lakou', 'Équipe Lakou', 'soporte', 'Modérateur', 'moderatè', 'Unknown', 'Enkoni', 'no-reply',
  ])('cannot be called %s', (name) =>
    inTransaction(async (as) => {
      expect((await as('tiJo').refusal(rename, name, idOf.tiJo)).code).toBe('23514');
      // Workers can.
      const isLatin = !/[\u0370-\u08ff]/u.test(name);
      if (isLatin && name.toLowerCase() !== 'admin')
        expect(await as('editor').touches(rename, `${name} x`, idOf.editor)).toBe(1);
    })(),
  ); // biome-ignore format: a list of names

  test(
    'cannot pass as support with a first and last name',
    inTransaction(async (as) => {
      const names = 'update profiles set first_name = $1, last_name = $2 where id = $3';
      expect((await as('tiJo').refusal(names, 'Lakou', 'Support', idOf.tiJo)).hint).toBe('username_reserved');
      expect(await as('tiJo').touches(names, 'Marie', 'Moderne', idOf.tiJo)).toBe(1);
    }),
  );
});

test(
  'signing up gives nobody a reserved or unreadable name, and is not refused',
  inTransaction(async (as) => {
    const signUp = async (email: string, fullName: string) => {
      const id = crypto.randomUUID();
      await as('owner').query(
        `insert into auth.users (id, email, aud, role, raw_user_meta_data)
          values ($1, $2, 'authenticated', 'authenticated', jsonb_build_object('full_name', $3::text))`,
        id,
        email,
        fullName,
      );
      const [profile] = await as('owner').query('select username, full_name from profiles where id = $1', id);
      return profile;
    };
    await as('owner').query(rename, 'jean.claude', idOf.moderator);
    expect(await signUp('support@example.test', 'Lakou Support')).toEqual({
      username: 'member',
      full_name: null,
    });
    expect(await signUp('jeanclaude@example.test', 'Jean \u202eedualC')).toEqual({
      username: 'jeanclaude2',
      full_name: null,
    });
    expect(await signUp('rose@example.test', 'Rose  Médé')).toEqual({
      username: 'rose',
      full_name: 'Rose Médé',
    });
  }),
);

test(
  'admins read who already looks like somebody who becomes staff, or whose name changes',
  inTransaction(async (as) => {
    const reports = () =>
      as('admin').query(`select subject, reason from audit_log where act = 'lookalike' order by id`);
    await as('owner').query(rename, 'kesner_', idOf.tiJo);
    await as('owner').query(`insert into admin_users values ($1, 'editor')`, idOf.kesner);
    expect(await reports()).toEqual([{ subject: 'members', reason: 'Looks like the name of kesner' }]);
    await as('owner').query(rename, 'fab1ola', idOf.kesner);
    expect(await reports()).toContainEqual({ subject: 'members', reason: 'Looks like the name of fab1ola' });
  }),
);

test(
  'the form and the database agree on every character, alone and beside Latin, Greek and Cyrillic characters',
  inTransaction(async (as) => {
    // Of long runs of one kind (Chinese, Korean, private, unassigned) only the edges; surrogates are no characters.
    const characters = [
      [0x1, 0x4e10], [0x9ff0, 0xac10], [0xd790, 0xd7ff], [0xe000, 0xe010], [0xf8f0, 0x10010], [0x1eff0, 0x20010],
      [0x2fff0, 0x30010], [0xdfff0, 0xe1000], [0xefff0, 0xf0010], [0x10fff0, 0x10ffff],
    ].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, n) => first + n)); // biome-ignore format: a list of ranges
    for (const [before, after] of [
      ['', 'bc'],
      ['\u03b1', '\u03b2'],
      ['b\u0301', ''],
      ['\u2764', ''],
    ]) {
      const accepted = await as('owner').value<number[]>(
        `select array(
          select n from unnest($3::integer[]) n where private.is_readable_name(normalize($1 || chr(n) || $2, nfc)))`,
        before,
        after,
        characters,
      );
      const database = new Set(accepted);
      const differing: string[] = [];
      for (const n of characters) {
        const name = (before + String.fromCodePoint(n) + after).normalize('NFC');
        if (isReadableName(name) !== database.has(n)) differing.push(n.toString(16));
      }
      expect(differing, JSON.stringify([before, after])).toEqual([]);
    }
  }),
);

test(
  'the form and the database tidy and judge the same names alike',
  inTransaction(async (as) => {
    const corpus = [...welcome, ...Object.values(unreadable), 'a  b', 'e\u0301', 'ก็็็', 'מְּׁ', 'a\u0301\u0302', '❤️️'];
    for (const name of corpus) {
      const tidy = tidyName(name);
      expect(await as('owner').value('select private.is_readable_name($1)', tidy), JSON.stringify(name)).toBe(
        isReadableName(tidy),
      );
    }
  }),
); // biome-ignore format: a list of names

test(
  'a name of plain characters is judged the same with and without an accented one behind it',
  inTransaction(async (as) => {
    const alphabet = Array.from({ length: 127 }, (_, n) => String.fromCharCode(n + 1));
    const names = [
      ...alphabet,
      ...alphabet.flatMap((one) => ['r', 'v', ' ', 'I', '1'].map((other) => other + one)),
      'Corn-Row 1|!05$34',
      'vvv rnrn',
      'A.D.M.1.N',
    ];
    const differing = await as('owner').query(
      `select name from unnest($1::text[]) name
        where private.name_skeleton(name || 'é') <> private.name_skeleton(name) || 'e'
          or private.is_readable_name(name || 'é') <> private.is_readable_name(name)`,
      names,
    );
    expect(differing).toEqual([]);
  }),
);
