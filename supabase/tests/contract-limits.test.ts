import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RATING_MAX, RATING_MIN, REVIEW_MAX, TITLE_MAX } from '../../contract/src/catalogue/limits.ts';
import { gourdesOf } from '../../contract/src/commerce/gourdes.ts';
import {
  ALERT_REASONS,
  BOOKING_KINDS,
  DEFAULT_PRICES,
  GOURDE_WALLETS,
  ORDER_STATUSES,
  PASSES,
  PAYMENT_METHODS,
  PLAN_PRICES,
  RENTAL_BEGINS_WITHIN_DAYS,
  RENTAL_EXTENSION_HOURS,
  RENTAL_HOURS,
} from '../../contract/src/commerce/limits.ts';
import { contactInput, replyInput, topicInput } from '../../contract/src/community/inputs.ts';
import { GENERAL_CATEGORY_ID, POST_MAX, TOPIC_TITLE_MAX } from '../../contract/src/community/limits.ts';
import { profileInput } from '../../contract/src/identity/inputs.ts';
import { AVATAR_BYTES, TERMS_VERSION } from '../../contract/src/identity/limits.ts';
import { demoAccounts } from '../../server/src/identity/demo-accounts.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/test-databases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const owner = demoAccounts[2]!.id;
const topic = 'f0000000-0000-4000-8000-000000000001';
const film = 'f1000000-0000-4000-8000-000000000001';

/** Whether the database accepts this row; rolled back. */
async function takes(sql: string, values: unknown[]): Promise<boolean> {
  try {
    await database.query(sql, values, { rollback: true });
    return true;
  } catch (error) {
    expect((error as { code?: string }).code).toBe('23514');
    return false;
  }
}

describe('the contract and the database say the same', () => {
  test('about prices', async () => {
    const plans = await database.query<{ id: string; amount_minor: number }>(
      'select id, amount_minor from public.plans',
    );
    expect(Object.fromEntries(plans.map((plan) => [plan.id, plan.amount_minor]))).toEqual(PLAN_PRICES);
    for (const media of ['movie', 'series'] as const) {
      for (const deal of ['purchase', 'rental'] as const) {
        const [row] = await database.query<{ price: number }>(
          'select private.price_minor($1, $2, null, null) as price',
          [media, deal],
        );
        expect(row?.price).toBe(DEFAULT_PRICES[media][deal]);
      }
    }
  });

  test.each([
    ['how an order stands', 'orders', 'status_known', ORDER_STATUSES],
    ['what is booked', 'ledger', 'kind_known', BOOKING_KINDS],
    ['why a payment is to be checked', 'payment_alerts', 'reason_known', ALERT_REASONS],
    ['the passes', 'passes', 'pass_known', PASSES],
  ])('about %s', async (_what, table, constraint, words) => {
    const [row] = await database.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $2 and conrelid = $1::regclass`,
      [`public.${table}`, constraint],
    );
    const known = [...(row?.definition ?? '').matchAll(/'([a-z_]+)'/g)].map(([, word]) => word);
    expect(known.toSorted()).toEqual([...words].toSorted());
  });

  test('about methods that take gourdes', async () => {
    const rows = await database.query<{ method: string }>(
      'select method from unnest($1::text[]) method where private.takes_gourdes(method)',
      [PAYMENT_METHODS],
    );
    expect(rows.map(({ method }) => method)).toEqual(GOURDE_WALLETS);
  });

  test('about prices in gourdes', async () => {
    for (const [cents, rate] of [
      [499, 131.25],
      [49, 130.7],
      [1, 1],
      [4389, 131.0001],
      [1299, 99.9999],
    ] as const) {
      const [row] = await database.query<{ gourdes: number }>(
        'select (private.gourdes_minor($1, $2) / 100)::integer as gourdes',
        [cents, rate],
      );
      expect(row?.gourdes, `${cents} at ${rate}`).toBe(gourdesOf(cents, rate));
    }
  });

  test('about how long a rental lasts', async () => {
    const sql = `insert into public.user_purchases (movie_id, transaction_type, amount, rental_started_at, rental_expiry)
      values ($1, 'rental', 4.99, case when $4::boolean then now() end, now() + make_interval(hours => $2::int, secs => $3::int))`;
    const latest = RENTAL_HOURS + RENTAL_BEGINS_WITHIN_DAYS * 24;
    for (const [hours, hasBegun] of [
      [RENTAL_HOURS, true],
      [latest, false],
    ]) {
      expect(await takes(sql, [film, hours, 0, hasBegun])).toBe(true);
      expect(await takes(sql, [film, hours, 1, hasBegun])).toBe(false);
    }
  });

  test('about how much is added to a rental', async () => {
    const sql = `insert into public.user_purchases (movie_id, transaction_type, amount, rental_started_at, rental_outage_minutes, rental_expiry)
      values ($1, 'rental', 4.99, now(), $2::int, now() + make_interval(hours => $3, mins => $2::int))`;
    const most = RENTAL_EXTENSION_HOURS * 60;
    expect(await takes(sql, [film, most, RENTAL_HOURS])).toBe(true);
    expect(await takes(sql, [film, most + 1, RENTAL_HOURS])).toBe(false);
    expect(await takes(sql, [film, -1, RENTAL_HOURS])).toBe(false);
  });

  test('about the terms, the General category and the size of an avatar', async () => {
    const [row] = await database.query<{ terms: string; general: string; avatar: number }>(
      `select (select version from public.terms_versions order by published_at desc, version desc limit 1) as terms,
        (select name from public.forum_categories where id = $1) as general,
        (select file_size_limit from storage.buckets where id = 'profile-images') as avatar`,
      [GENERAL_CATEGORY_ID],
    );
    expect(row).toMatchObject({ terms: TERMS_VERSION, general: 'General' });
    expect(Number(row?.avatar)).toBe(AVATAR_BYTES);
  });

  test('about the length of a film title', async () => {
    const sql = 'insert into public.movies (title) values ($1)';
    expect(await takes(sql, ['è'.repeat(TITLE_MAX)])).toBe(true);
    expect(await takes(sql, ['è'.repeat(TITLE_MAX + 1)])).toBe(false);
  });

  test.each([
    ['a topic as long as can be', { title: 't'.repeat(TOPIC_TITLE_MAX), content: 'c'.repeat(POST_MAX) }],
    ['a title too long', { title: 't'.repeat(TOPIC_TITLE_MAX + 1), content: 'c' }],
    ['a text too long', { title: 't', content: 'c'.repeat(POST_MAX + 1) }],
    ['an empty title', { title: ' \n ', content: 'c' }],
    ['an empty text', { title: 't', content: ' \t\r\n ' }],
    ['a title nobody can see', { title: '\u200b\u2060 \u{e0041}\u3164', content: 'c' }],
    ['a title of two lines', { title: 'a\r\nb', content: 'c' }],
    ['a text with a bell', { title: 't', content: 'ding\u0007' }],
    ['a title of 200 flags', { title: '🌺'.repeat(TOPIC_TITLE_MAX), content: 'a\r\nb\tc' }],
  ])('about %s', async (_name, input) => {
    const sql = 'insert into public.forum_topics (title, content, user_id) values ($1, $2, $3)';
    expect(await takes(sql, [input.title, input.content, owner])).toBe(topicInput.safeParse(input).success);
  });

  test.each([
    ['m'],
    ['m'.repeat(POST_MAX)],
    ['m'.repeat(POST_MAX + 1)],
    [' \n\t '],
    ['\ufeff\u200d'],
    ['\u0085x'],
  ])('about a reply', async (content) => {
    const sql = 'insert into public.forum_posts (topic_id, user_id, content) values ($1, $2, $3)';
    expect(await takes(sql, [topic, owner, content])).toBe(
      replyInput.safeParse({ topic_id: topic, content }).success,
    );
  });

  test('about stars and the length of a review', async () => {
    const sql = 'insert into public.reviews (movie_id, user_id, rating, review_text) values ($1, $2, $3, $4)';
    await database.query('delete from public.reviews where user_id = $1', [owner]);
    for (const rating of [RATING_MIN - 1, RATING_MIN, RATING_MAX, RATING_MAX + 1]) {
      expect(await takes(sql, [film, owner, rating, null])).toBe(
        rating >= RATING_MIN && rating <= RATING_MAX,
      );
    }
    expect(await takes(sql, [film, owner, 5, 'r'.repeat(REVIEW_MAX)])).toBe(true);
    expect(await takes(sql, [film, owner, 5, 'r'.repeat(REVIEW_MAX + 1)])).toBe(false);
  });

  const contactMessage = { name: 'Ti', email: 'a@b.ht', subject: 'Bonjou', message: 'Mwen renmen fim yo' };
  test.each([
    ['a good one', {}],
    ['a short name', { name: 'T' }],
    ['a name of blanks', { name: '    ' }],
    ['a short subject', { subject: 'abcd' }],
    ['a short message', { message: '123456789' }],
    ['a long message', { message: 'm'.repeat(5001) }],
    ['no address', { email: 'nobody' }],
    ['a subject that would forge a mail header', { subject: 'Bonjou\nBcc: x@y.ht' }],
  ])('about a contact message: %s', async (_name, change) => {
    const input = { ...contactMessage, ...change };
    const sql = 'insert into public.contact_messages (name, email, subject, message) values ($1, $2, $3, $4)';
    expect(await takes(sql, [input.name, input.email, input.subject, input.message])).toBe(
      contactInput.safeParse(input).success,
    );
  });

  const profile = {
    username: 'marijan',
    first_name: '',
    last_name: '',
    bio: '',
    location: '',
    website: '',
    occupation: '',
    phone: '',
    date_of_birth: null,
    interests: [] as string[],
    is_public: true,
  };
  test.each([
    ['nothing but a name', {}],
    ['two characters', { username: 'mj' }],
    ['one character', { username: 'm' }],
    ['forty characters', { username: 'm'.repeat(40) }],
    ['too many characters', { username: 'm'.repeat(41) }],
    ['an address for a name', { username: 'a@b.ht' }],
    ['a long bio', { bio: 'b'.repeat(2001) }],
    ['a website', { website: 'https://lakou.example/x?y=1' }],
    ['a website that is a script', { website: 'javascript:alert(1)' }],
    ['many interests', { interests: Array.from({ length: 31 }, (_, n) => `i${n}`) }],
  ])('about a profile with %s', async (_name, change) => {
    const input = { ...profile, ...change };
    const sql =
      'update private.profiles set username = $1, bio = $2, website = $3, interests = $4 where id = $5';
    expect(await takes(sql, [input.username, input.bio, input.website, input.interests, owner])).toBe(
      profileInput.safeParse(input).success,
    );
  });

  test('about the demo accounts, which can all sign in with the printed password', async () => {
    const rows = await database.query<{ id: string; email: string; can: boolean }>(
      `select id, email, encrypted_password = extensions.crypt('lakou-demo', encrypted_password) as can
        from auth.users where encrypted_password <> '' order by id`,
    );
    expect(rows).toEqual(demoAccounts.map(({ id, email }) => ({ id, email, can: true })));
  });
});
