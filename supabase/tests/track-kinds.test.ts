import { describe, expect, test } from 'vitest';
import { fixture } from './support/fixtures.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const movie = fixture['free movie'];
const audio = (...kinds: (string | undefined)[]) =>
  kinds.map((kind, n) => ({
    ...{ name: `Son ${n + 1}`, language: n === 0 ? 'ht' : 'fr', default: n === 0 },
    ...(kind && { kind }),
  }));
const film = (tracks: object[]) =>
  JSON.stringify({ version: 1, duration: 60, audio: tracks, subtitles: [], rungs: [] });

/** A film whose video plays. */
async function addStream(as: As, tracks = audio(undefined, undefined)): Promise<string> {
  await as('owner').query('delete from private.streams where movie_id = $1', movie);
  return (await as('owner').value<string>(
    `insert into private.streams (movie_id, status, film) values ($1, 'whole', $2) returning id`,
    movie,
    film(tracks),
  )) as string;
}
const tracksOf = (as: As) =>
  as('editor').query<{ kind: string; is_default: boolean }>(
    `select kind, is_default from list_audio_tracks('movie', $1)`,
    movie,
  );
const setKind = `select set_audio_kind('movie', $1, $2, $3)`;
const accessibility = (as: As) =>
  as('visitor').value<string[]>('select accessibility from movies where id = $1', movie);
const listed = (as: As, kind: string) =>
  as('visitor').touches(
    `select from browse_titles('movie', accessibility => $1, page_size => 48) b where b.id = $2`,
    kind,
    movie,
  );

describe('the kind of a sound track', () => {
  test(
    'is chosen by editors, moves the default, is listed and waits for the playlists',
    inTransaction(async (as) => {
      const stream = await addStream(as);
      expect(await tracksOf(as)).toEqual([
        { kind: 'main', is_default: true },
        { kind: 'main', is_default: false },
      ]);
      expect(await accessibility(as)).toEqual([]);
      await as('editor').query(setKind, movie, 0, 'description');
      expect(await tracksOf(as)).toEqual([
        { kind: 'description', is_default: false },
        { kind: 'main', is_default: true },
      ]);
      expect(await accessibility(as)).toEqual(['description']);
      expect(await listed(as, 'description')).toBe(1);
      expect(await listed(as, 'captions')).toBe(0);
      const [due] = await as('owner').query<{ stream_id: string; audio: object[] }>(
        'select * from private.list_pending_audio()',
      );
      expect(due).toMatchObject({ stream_id: stream, audio: [{ kind: 'description' }, { default: true }] });
      const entry = await as('owner').query(
        `select subject, label, change from audit_log where act = 'set_audio_kind'`,
      );
      expect(entry).toEqual([
        { subject: 'movies', label: 'Son 1', change: { kind: ['main', 'description'] } },
      ]);

      // Changed again while the playlists are written: they are still due.
      await as('editor').query(setKind, movie, 0, 'main');
      const settle = 'select private.settle_audio($1, $2)';
      await as('owner').query(settle, stream, JSON.stringify(due?.audio));
      expect(await as('owner').touches('select from private.list_pending_audio()')).toBe(1);
      await as('owner').query(
        `select private.settle_audio(p.stream_id, p.audio) from private.list_pending_audio() p`,
      );
      expect(await as('owner').touches('select from private.list_pending_audio()')).toBe(0);
      expect(await accessibility(as)).toEqual([]);
    }),
  );

  test(
    'cannot be a description for every track, of a track that is not there, or set by members',
    inTransaction(async (as) => {
      await addStream(as);
      await as('editor').query(setKind, movie, 1, 'description');
      expect((await as('editor').refusal(setKind, movie, 0, 'description')).hint).toBe('audio_needs_main');
      for (const [track, kind] of [
        [2, 'main'],
        [-1, 'main'],
        [0, 'music'],
        [0, null],
      ])
        expect((await as('editor').refusal(setKind, movie, track, kind)).hint).toBe('no_longer_there');
      for (const person of ['mimose', 'visitor'] as const) {
        expect((await as(person).refusal(setKind, movie, 1, 'main')).code).toBe('42501');
        const list = `select * from list_audio_tracks('movie', $1)`;
        expect((await as(person).refusal(list, movie)).code).toBe('42501');
      }
      expect(await as('owner').touches(`select from audit_log where act = 'set_audio_kind'`)).toBe(1);
    }),
  );

  test(
    'outlives the second pass, and a new file with the same languages that says nothing itself',
    inTransaction(async (as) => {
      await addStream(as);
      await as('editor').query(setKind, movie, 1, 'description');
      const publish = async (tracks: object[], whole = true, id?: string) => {
        const stream =
          id ??
          (await as('owner').value(`insert into private.streams (movie_id) values ($1) returning id`, movie));
        await as('owner').query('select private.publish_stream($1, $2, $3)', stream, film(tracks), whole);
        return stream as string;
      };
      const kinds = async () => (await tracksOf(as)).map(({ kind }) => kind);
      const again = await publish(audio('main', 'main'));
      expect(await kinds()).toEqual(['main', 'description']);
      expect(await as('owner').touches('select from private.audio_checks where stream_id = $1', again)).toBe(
        1,
      );

      // What the file itself says counts.
      await publish(audio('description', 'main'));
      expect(await kinds()).toEqual(['description', 'main']);
      // Other tracks: nothing is known about them.
      await publish([
        ...audio('main', 'main'),
        { name: 'Son 3', language: 'es', default: false, kind: 'main' },
      ]);
      expect(await kinds()).toEqual(['main', 'main', 'main']);

      await as('owner').query('delete from private.streams where movie_id = $1', movie);
      const early = await publish(audio('main', 'description'), false);
      await as('editor').query(setKind, movie, 1, 'main');
      await publish(audio('main', 'description'), true, early);
      expect(await kinds()).toEqual(['main', 'main']);
    }),
  );
});

test(
  'captions for the deaf are chosen with the file, are due again when that changes, and can be filtered',
  inTransaction(async (as) => {
    const stream = await addStream(as);
    const id = await as('editor').value<string>(
      `insert into subtitles (movie_id, language, name, path, kind) values ($1, 'ht', 'Kreyòl', 'subtitles/k.vtt', 'captions')
        returning id`,
      movie,
    );
    const pending = () =>
      as('owner').query<{ subtitle_id: string; kind: string }>(
        `select subtitle_id, kind from private.list_pending_subtitles() where stream_id = $1`,
        stream,
      );
    expect(await pending()).toEqual([{ subtitle_id: id, kind: 'captions' }]);
    const save = (kind: string) =>
      as('owner').query(
        'select private.save_stream_subtitle($1, $2, $3)',
        stream,
        id,
        JSON.stringify({ file: 'subs-k-ht.vtt', language: 'ht', name: 'Kreyòl', kind }),
      );
    await save('captions');
    expect(await pending()).toEqual([]);
    expect(await accessibility(as)).toEqual(['captions']);
    expect(await listed(as, 'captions')).toBe(1);
    await as('editor').query(`update subtitles set kind = 'subtitles' where id = $1`, id);
    expect(await pending()).toEqual([{ subtitle_id: id, kind: 'subtitles' }]);
    await save('subtitles');
    expect(await accessibility(as)).toEqual([]);
    const refusal = await as('editor').refusal(`update subtitles set kind = 'karaoke' where id = $1`, id);
    expect(refusal.code).toBe('23514');
  }),
);

test(
  'a series has what any of its episodes has, and nobody writes it by hand',
  inTransaction(async (as) => {
    const episode = fixture['episode of the series nobody bought'];
    const series = fixture['series nobody bought'];
    await as('owner').query('delete from private.streams where episode_id = $1', episode);
    await as('owner').query(
      `insert into private.streams (episode_id, status, film) values ($1, 'whole', $2)`,
      episode,
      film(audio('main', 'main')),
    );
    await as('editor').query(`select set_audio_kind('episode', $1, 1, 'description')`, episode);
    const found = () => as('visitor').value('select accessibility from series where id = $1', series);
    expect(await found()).toEqual(['description']);
    expect((await as('editor').refusal(`update series set accessibility = '{captions}'`)).code).toBe('42501');
    await as('editor').query('delete from episodes where id = $1', episode);
    expect(await found()).toEqual([]);
  }),
);
