import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RENTAL_EXTENSION_HOURS } from '../../contract/src/commerce/limits.ts';
import { fixture } from './support/fixtures.ts';
import { idOf } from './support/people.ts';
import { exchange, goOn, playAFilm, start } from './support/playing.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();
const FILM = 'movie nobody bought';

interface Rental {
  outage: number;
  cut: number;
  /** Minutes until it ends. */
  left: number;
}

/** Mimose's rental, begun so many minutes ago. */
async function rent(as: As, begunMinutesAgo: number): Promise<void> {
  await as('owner').query(`delete from user_purchases where user_id = $1`, idOf.mimose);
  await as('owner').query(
    `insert into user_purchases (user_id, media_type, movie_id, title, amount, transaction_type, status, rental_started_at, rental_expiry)
      values ($1, 'movie', $2, 'x', 5, 'rental', 'completed', now() - make_interval(mins => $3),
        now() - make_interval(mins => $3) + interval '48 hours')`,
    ...[idOf.mimose, fixture[FILM], begunMinutesAgo],
  );
}

async function rental(as: As): Promise<Rental | undefined> {
  const [row] = await as('mimose').query<Rental>(
    `select rental_outage_minutes as outage, rental_cut_minutes as cut,
        round(extract(epoch from rental_expiry - now()) / 60)::integer as left
      from user_purchases where user_id = $1 and transaction_type = 'rental' and movie_id = $2`,
    ...[idOf.mimose, fixture[FILM]],
  );
  return row;
}

/** From so many minutes ago to so many minutes ago. */
async function outage(as: As, part: string, began: number, ended: number): Promise<void> {
  await as('owner').query(
    `insert into private.outages (part, began_at, ended_at)
      values ($1, now() - make_interval(mins => $2), now() - make_interval(mins => $3))`,
    ...[part, began, ended],
  );
}

async function extendAll(as: As): Promise<void> {
  for (let run = 0; run < 20; run += 1)
    if (!(await as('owner').value<boolean>('select private.extend_rentals(2)'))) return;
  throw new Error('the job does not end');
}

const HOURS_48 = 48 * 60;

describe('an outage of ours', () => {
  test(
    'is added to a rental that ran, once',
    inTransaction(async (as) => {
      await rent(as, 120);
      await outage(as, 'site', 60, 25);
      await extendAll(as);
      expect(await rental(as)).toEqual({ outage: 35, cut: 0, left: HOURS_48 - 120 + 35 });
      await as('owner').query('delete from private.settled_outages');
      await extendAll(as);
      expect(await rental(as)).toEqual({ outage: 35, cut: 0, left: HOURS_48 - 120 + 35 });
    }),
  );

  test(
    'of two parts at once counts once, and one that has nothing to do with films not at all',
    inTransaction(async (as) => {
      await rent(as, 300);
      await outage(as, 'site', 100, 60);
      await outage(as, 'films', 80, 40);
      await outage(as, 'mail', 200, 150);
      await extendAll(as);
      expect(await rental(as)).toMatchObject({ outage: 60, cut: 0 });
    }),
  );

  test(
    'counts from the start of the rental on, and not for one that begins later or has ended before',
    inTransaction(async (as) => {
      await rent(as, 30);
      await outage(as, 'site', 60, 20);
      await extendAll(as);
      expect(await rental(as)).toMatchObject({ outage: 10 });
      await rent(as, 5);
      await as('owner').query('delete from private.settled_outages');
      await extendAll(as);
      expect(await rental(as)).toMatchObject({ outage: 0 });
      await rent(as, HOURS_48 + 100);
      await as('owner').query('delete from private.settled_outages');
      await extendAll(as);
      expect(await rental(as)).toEqual({ outage: 0, cut: 0, left: -100 });
    }),
  );

  test(
    'in which a rental ended opens it again for the whole outage',
    inTransaction(async (as) => {
      // It would have ended 30 minutes ago, an hour after the outage began.
      await rent(as, HOURS_48 + 30);
      await outage(as, 'site', 90, 10);
      expect(await as('mimose').value('select can_watch($1, $2)', 'movie', fixture[FILM])).toBe(false);
      await extendAll(as);
      expect(await rental(as)).toEqual({ outage: 80, cut: 0, left: 50 });
      expect(await as('mimose').value('select can_watch($1, $2)', 'movie', fixture[FILM])).toBe(true);
    }),
  );

  test(
    'adds at most a day in all',
    inTransaction(async (as) => {
      await rent(as, 45 * 60);
      await outage(as, 'site', 44 * 60, 20 * 60);
      await outage(as, 'films', 19 * 60, 60);
      await extendAll(as);
      expect(await rental(as)).toEqual({
        outage: RENTAL_EXTENSION_HOURS * 60,
        cut: 0,
        left: (48 - 45 + RENTAL_EXTENSION_HOURS) * 60,
      });
    }),
  );

  test(
    'does not lengthen what was refunded, or not begun',
    inTransaction(async (as) => {
      await rent(as, 120);
      await as('owner').query(
        `update user_purchases set status = 'refunded' where movie_id = $1`,
        fixture[FILM],
      );
      await outage(as, 'site', 60, 20);
      await extendAll(as);
      expect(await rental(as)).toMatchObject({ outage: 0 });
    }),
  );
});

const REPORT = `select private.report_playback($1, $2, 'browser', 700, 6000, 0, false, $3)`;

/** Mimose plays her rental, and the last sign of her session is so many minutes old. */
async function playThenGap(as: As, minutes: number) {
  await rent(as, 600);
  const playing = await playAFilm(as, as('mimose'), FILM);
  await as('owner').query(REPORT, playing.cookie, playing.stream, 0);
  await age(as, playing.session, minutes);
  return playing;
}

async function age(as: As, session: string, minutes: number): Promise<void> {
  await as('owner').query(
    `update private.playback_sessions set started_at = started_at - make_interval(mins => $2),
        exchanged_at = exchanged_at - make_interval(mins => $2), seen_at = seen_at - make_interval(mins => $2),
        reported_at = reported_at - make_interval(mins => $2)
      where id = $1`,
    ...[session, minutes],
  );
}

const cutOf = async (as: As): Promise<number | undefined> => (await rental(as))?.cut;

describe('a cut of the viewer’s connection', () => {
  test(
    'is added when the session comes back, whichever of its requests is first',
    inTransaction(async (as) => {
      const { cookie, stream, session } = await playThenGap(as, 35);
      expect(await goOn(as, cookie, stream)).toBeNull();
      await as('owner').query(REPORT, cookie, stream, 35 * 60);
      expect(await rental(as)).toEqual({ outage: 0, cut: 35, left: HOURS_48 - 600 + 35 });
      // The next one is reported before anything else is requested.
      await age(as, session, 20);
      await as('owner').query(
        `update user_purchases set rental_settled_until = now() - interval '20 minutes' where movie_id = $1`,
        fixture[FILM],
      );
      await as('owner').query(REPORT, cookie, stream, 20 * 60);
      expect(await cutOf(as)).toBe(55);
    }),
  );

  test(
    'counts once, however often it is reported',
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, 35);
      await goOn(as, cookie, stream);
      for (let times = 0; times < 3; times += 1) await as('owner').query(REPORT, cookie, stream, 35 * 60);
      expect(await cutOf(as)).toBe(35);
    }),
  );

  test.each([
    ['more than the server saw', 35, 100_000, 35],
    ['less than the server saw', 35, 20 * 60, 20],
    ['ten minutes', 35, 600, 0],
    ['nothing', 35, 0, 0],
    ['hours that the server did not see', 5, 10 * 3600, 0],
  ])('of which the player reports %s', (_, gap, claimed, added) =>
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, gap);
      await goOn(as, cookie, stream);
      await as('owner').query(REPORT, cookie, stream, claimed);
      expect(await cutOf(as)).toBe(added);
    })(),
  );

  test(
    'does not count where the session had stopped to play before, or reported meanwhile',
    inTransaction(async (as) => {
      const { cookie, stream, session } = await playThenGap(as, 60);
      const setReported = (minutes: number) =>
        as('owner').query(
          `update private.playback_sessions set reported_at = now() - make_interval(mins => $2) where id = $1`,
          ...[session, minutes],
        );
      await goOn(as, cookie, stream);
      for (const minutes of [90, 30]) {
        await setReported(minutes);
        await as('owner').query(REPORT, cookie, stream, 3600);
        expect(await cutOf(as)).toBe(0);
      }
    }),
  );

  test(
    'does not count while the same film was watched on another device',
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, 60);
      const other = await start(as('mimose'), FILM);
      await exchange(as, other, randomUUID());
      await age(as, other.session, 30);
      await goOn(as, cookie, stream);
      await as('owner').query(REPORT, cookie, stream, 3600);
      expect(await cutOf(as)).toBe(0);
    }),
  );

  test(
    'does not count for somebody who can watch the film without a connection',
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, 60);
      await as('mimose').value(
        'select issue_offline_licence($1, $2, stream_id => $3)',
        ...[randomUUID(), 'A'.repeat(392), stream],
      );
      await goOn(as, cookie, stream);
      await as('owner').query(REPORT, cookie, stream, 3600);
      expect(await cutOf(as)).toBe(0);
    }),
  );

  test(
    'and an outage at the same time count once',
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, 60);
      await outage(as, 'site', 50, 20);
      await goOn(as, cookie, stream);
      await as('owner').query(REPORT, cookie, stream, 3600);
      expect(await rental(as)).toMatchObject({ outage: 30, cut: 30 });
      await extendAll(as);
      expect(await rental(as)).toMatchObject({ outage: 30, cut: 30 });
    }),
  );

  test(
    'adds at most a day in all, together with outages',
    inTransaction(async (as) => {
      const { cookie, stream } = await playThenGap(as, 60);
      await as('owner').query(
        `update user_purchases set rental_outage_minutes = 1430, rental_expiry = rental_expiry + interval '1430 minutes' where movie_id = $1`,
        fixture[FILM],
      );
      await goOn(as, cookie, stream);
      await as('owner').query(REPORT, cookie, stream, 3600);
      expect(await rental(as)).toMatchObject({ outage: 1430, cut: 10 });
    }),
  );

  test(
    'no client settles a rental, or changes what was added',
    inTransaction(async (as) => {
      await rent(as, 60);
      for (const person of ['mimose', 'visitor', 'admin'] as const) {
        const id = randomUUID();
        expect(await as(person).refusal('select private.settle_rental($1)', id)).toMatchObject({
          code: '42501',
        });
        expect(await as(person).refusal('select private.extend_rentals(1)')).toMatchObject({ code: '42501' });
      }
      expect(
        await as('mimose').refusal('update user_purchases set rental_outage_minutes = 60'),
      ).toMatchObject({ code: '42501' });
    }),
  );
});
