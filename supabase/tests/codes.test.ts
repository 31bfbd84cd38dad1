import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CODE_ALPHABET, createCode, isCode, normalizeCode } from '../../contract/src/codes.ts';
import { CODE_LENGTH } from '../../contract/src/commerce/limits.ts';
import { newCode, outcomeOf, paidGift } from './support/codes.ts';
import { everyClient, everyMember } from './support/people.ts';
import { useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

describe('the code alphabet', () => {
  test(
    'is the same in the database and in the contract, and so is every code',
    inTransaction(async (as) => {
      const owner = as('owner');
      expect(await owner.value('select private.code_alphabet()')).toBe(CODE_ALPHABET);
      expect(await owner.value('select private.code_length()')).toBe(CODE_LENGTH);
      const derived = await owner.query<{ code: string }>(
        'select private.derive_code(gen_random_uuid()) as code from generate_series(1, 300)',
      );
      expect(new Set(derived.map(({ code }) => code)).size).toBe(300);
      for (const { code } of derived) {
        expect(code).toMatch(/^[CDFGHJKMNPQRTVWXY346789]{4}(-[^-]{4}){2}$/);
        expect(isCode(code, CODE_LENGTH), code).toBe(true);
      }
    }),
  );

  test(
    'catches every wrong character and every swap of two, in the database as in the contract',
    inTransaction(async (as) => {
      for (let n = 0; n < 3; n += 1) {
        const typed = variantsOf(createCode(CODE_LENGTH, randomInt));
        const rows = await as('owner').query<{ typed: string; ok: boolean }>(
          'select t.typed, private.is_code(t.typed, $2) as ok from jsonb_array_elements_text($1) t (typed)',
          JSON.stringify(typed),
          CODE_LENGTH,
        );
        expect(rows).toHaveLength(typed.length);
        for (const { typed, ok } of rows) {
          expect(ok, typed).toBe(isCode(typed, CODE_LENGTH));
          expect(ok, typed).toBe(normalizeCode(typed) === normalizeCode(rows[0]?.typed ?? ''));
        }
      }
    }),
  );
});

/** The code itself as people type it, then each with one wrong character or two swapped. */
function variantsOf(code: string): string[] {
  const plain = normalizeCode(code);
  const variants = [code, code.toLowerCase(), ` ${plain} `, plain.replace(/(..)/g, '$1 ')];
  for (let place = 0; place < plain.length; place += 1) {
    for (const wrong of CODE_ALPHABET.replace(plain.charAt(place), ''))
      variants.push(plain.slice(0, place) + wrong + plain.slice(place + 1));
    for (let other = place + 1; other < plain.length; other += 1) {
      const swapped = [...plain];
      [swapped[place], swapped[other]] = [plain.charAt(other), plain.charAt(place)];
      variants.push(swapped.join(''));
    }
  }
  return variants;
}

describe('guesses', () => {
  const from = (address: string) => ({ 'request.client_address': address });

  test(
    'a member has ten an hour, from wherever, and then not even a valid code is looked up',
    inTransaction(async (as) => {
      const { code } = await paidGift(as);
      for (let n = 0; n < 10; n += 1)
        expect(await outcomeOf(as('tiJo', from(`10.0.0.${n}`)), newCode())).toBe('code_wrong');
      expect(await outcomeOf(as('tiJo', from('10.0.1.1')), newCode())).toBe('too_many_tries');
      expect(await outcomeOf(as('tiJo', from('10.0.1.2')), code)).toBe('too_many_tries');
      expect(await outcomeOf(as('solange', from('10.0.0.1')), code), 'another member').toBe('code_redeemed');
    }),
  );

  test(
    'an address has thirty an hour, for everybody who asks and whether they read or redeem',
    inTransaction(async (as) => {
      for (let n = 0; n < 30; n += 1) {
        const member = as(everyMember[n % 10] ?? 'tiJo', from('10.0.0.9'));
        if (n % 2) expect(await outcomeOf(member, newCode())).toBe('code_wrong');
        else
          expect(await as('visitor', from('10.0.0.9')).value('select read_code($1)', newCode())).toEqual({
            result: 'code_wrong',
          });
      }
      expect(await outcomeOf(as('accountant', from('10.0.0.9')), newCode())).toBe('too_many_tries');
      expect(await as('visitor', from('10.0.0.9')).value('select read_code($1)', newCode())).toEqual({
        result: 'too_many_tries',
      });
    }),
  );

  test(
    'typing errors are no guesses',
    inTransaction(async (as) => {
      const { code } = await paidGift(as);
      for (let n = 0; n < 50; n += 1)
        expect(await outcomeOf(as('tiJo'), code.replace(/.$/, 'A'))).toBe('code_mistyped');
      for (const typed of ['', ' ', null, 'x'.repeat(100_000), "'; drop table codes", 'Ééé-ÀÀÀ'])
        expect(await outcomeOf(as('tiJo'), typed)).toBe('code_mistyped');
      expect(await outcomeOf(as('tiJo'), code)).toBe('code_redeemed');
    }),
  );
});

test.each(everyClient)('%s reads no codes, keys or gifts, and creates or changes none', (person) =>
  inTransaction(async (as) => {
    await paidGift(as);
    for (const table of ['codes', 'code_keys', 'gifts'])
      for (const statement of [
        `select * from private.${table}`,
        `delete from private.${table}`,
        `insert into private.${table} default values`,
      ])
        expect((await as(person).refusal(statement)).code, statement).toBe('42501');
    for (const call of [
      'private.derive_code(gen_random_uuid())',
      `private.hash_code('x')`,
      `private.find_code('x')`,
      'private.gift_to_mail(gen_random_uuid())',
      'public.claim_refund(gen_random_uuid())',
      'private.extend_pass(auth.uid(), $$year$$, gen_random_uuid(), now())',
    ])
      expect((await as(person).refusal(`select ${call}`)).code, call).toBe('42501');
  })(),
);
