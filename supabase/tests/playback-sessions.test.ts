import { describe, expect, test } from 'vitest';
import {
  STREAM_IDLE_SECONDS,
  STREAMS_PER_ACCOUNT,
  TICKET_SECONDS,
  WATCHED_SHARE,
} from '../../contract/src/playback/limits.ts';
import { fixture, type Thing } from './support/fixtures.ts';
import { idOf, type Person } from './support/people.ts';
import { exchange, goOn, mediaType, playAFilm, start, withVideo } from './support/playing.ts';
import { signedIn, withFactor } from './support/signed-in.ts';
import { type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

describe('a ticket', () => {
  const refusals: [Person, Thing, string, string][] = [
    ['visitor', 'paid movie', 'PT401', 'not_authenticated'],
    ['visitor', 'free draft movie', 'PT404', 'movie_not_found'],
    ['mimose', 'paid movie', 'PT402', 'subscription_needed'],
    ['rosemond', 'paid movie', 'PT402', 'subscription_needed'],
    ['nadine', 'paid movie', 'PT402', 'subscription_needed'],
    ['wilner', 'episode of the paid series', 'PT402', 'subscription_needed'],
    ['editor', 'paid movie', 'PT402', 'subscription_needed'],
    ['kesner', 'paid draft movie', 'PT404', 'movie_not_found'],
  ];
  test.each(refusals)('%s and the %s: %s %s', (person, name, code, hint) =>
    inTransaction(async (as) => {
      await withVideo(as, name);
      const ask = 'select start_playback($1, $2)';
      expect(await as(person).refusal(ask, mediaType(name), fixture[name])).toMatchObject({ code, hint });
    })(),
  );

  test.each([
    ['visitor', 'free movie'],
    ['visitor', 'free episode of the paid series'],
    ['kesner', 'paid movie'],
    ['marlene', 'paid draft movie'],
    ['dieudonne', 'episode of the paid series'],
    ['admin', 'free draft movie'],
    ['editor', 'paid draft movie'],
  ] as [Person, Thing][])('%s gets one for the %s', (person, name) =>
    inTransaction(async (as) => {
      await withVideo(as, name);
      const ticket = await start(as(person), name);
      expect(await exchange(as, ticket)).toHaveProperty('cookie');
    })(),
  );

  test(
    'is not issued for a title without a video, to anybody',
    inTransaction(async (as) => {
      for (const person of ['visitor', 'mimose', 'admin'] as const) {
        const refusal = await as(person).refusal(`select start_playback('movie', $1)`, fixture['paid movie']);
        expect(refusal).toMatchObject({ code: 'PT404', hint: 'video_not_available' });
      }
    }),
  );

  test(
    'is valid for a minute and stored as a hash only',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      const { session, ticket } = await start(as('visitor'), 'free movie');
      const [row] = await as('owner').query<{ seconds: number; text: string }>(
        `select extract(epoch from ticket_expires_at - started_at)::integer as seconds, to_jsonb(p)::text as text
          from private.playback_sessions p where id = $1`,
        session,
      );
      expect(row?.seconds).toBe(TICKET_SECONDS);
      expect(row?.text).not.toContain(ticket);
    }),
  );

  test(
    'is not given to a closed account, nor to one who has signed out',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      const ask = `select start_playback('movie', $1)`;
      const mimose = await signedIn(as, 'mimose');
      await as('owner').query('delete from auth.sessions where id = $1', mimose.session_id);
      expect((await mimose.refusal(ask, fixture['free movie'])).hint).toBe('session_ended');
      await as('owner').query(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
        idOf.tiJo,
      );
      expect((await as('tiJo').refusal(ask, fixture['free movie'])).hint).toBe('user_banned');
    }),
  );

  test(
    'is rate limited',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      await as('owner').query(
        `select private.check_rate_limit('start_playback', $1, 1, '10 minutes') from generate_series(1, 120)`,
        idOf.mimose,
      );
      const refusal = await as('mimose').refusal(`select start_playback('movie', $1)`, fixture['free movie']);
      expect(refusal).toMatchObject({ code: 'PT429', hint: 'too_many_tries' });
      expect(await start(as('tiJo'), 'free movie')).toHaveProperty('ticket');
    }),
  );
});

describe('the films an account plays at once', () => {
  test(
    'are limited by the setting; the list names them',
    inTransaction(async (as) => {
      const stream = await withVideo(as, 'free movie');
      const played: string[] = [];
      for (let n = 0; n < STREAMS_PER_ACCOUNT; n += 1) {
        const ticket = await start(as('mimose'), 'free movie');
        expect(ticket.stream).toBe(stream);
        await exchange(as, ticket);
        played.push(ticket.session);
      }
      const ask = `select start_playback('movie', $1)`;
      expect(await as('mimose').refusal(ask, fixture['free movie'])).toMatchObject({
        code: 'PT409',
        hint: 'too_many_streams',
      });
      const listed = await as('mimose').query<{ session: string; title: string }>(
        'select * from my_streams()',
      );
      expect(listed.map(({ session }) => session).toSorted()).toEqual(played.toSorted());
      expect(await as('tiJo').query('select * from my_streams()')).toEqual([]);
      // Replacing one of them needs no free stream.
      expect(await start(as('mimose'), 'free movie', played[0] ?? null)).toHaveProperty('ticket');
      await as('owner').query(`update private.settings set value = '4' where key = 'streams_per_account'`);
      expect(await start(as('mimose'), 'free movie')).toHaveProperty('ticket');
    }),
  );

  test(
    'do not count when they have been inactive for a minute',
    inTransaction(async (as) => {
      const { session } = await playAFilm(as, as('mimose'));
      const running = () => as('mimose').value<number>('select count(*)::integer from my_streams()');
      const idle = `update private.playback_sessions set seen_at = now() - make_interval(secs => $2) where id = $1`;
      await as('owner').query(idle, session, STREAM_IDLE_SECONDS - 1);
      expect(await running()).toBe(1);
      await as('owner').query(idle, session, STREAM_IDLE_SECONDS);
      expect(await running()).toBe(0);
    }),
  );
});

describe('a session', () => {
  test(
    'is checked again and again',
    inTransaction(async (as) => {
      const { cookie, stream } = await playAFilm(as, as('dieudonne'), 'paid movie');
      expect(await goOn(as, cookie, stream)).toBeNull();
      expect(await goOn(as, 'another cookie', stream)).toBe('playback_ended');
      await as('owner').query(
        `update user_purchases set created_at = created_at - interval '1 hour', rental_expiry = rental_expiry - interval '1 hour'
          where user_id = $1`,
        idOf.dieudonne,
      );
      expect(await goOn(as, cookie, stream)).toBe('playback_ended');
    }),
  );

  test(
    'ends after half a day, and is forgotten after a day; what was watched is not',
    inTransaction(async (as) => {
      const { cookie, stream, session } = await playAFilm(as, as('mimose'));
      const later = `update private.playback_sessions set started_at = now() - $2::interval where id = $1`;
      await as('owner').query(later, session, '12 hours');
      expect(await goOn(as, cookie, stream)).toBe('playback_ended');
      await as('owner').query(later, session, '25 hours');
      await as('owner').query('select private.purge_playback_sessions()');
      expect(await as('owner').touches('select from private.playback_sessions where id = $1', session)).toBe(
        0,
      );
      expect(await as('mimose').touches('select from watch_sessions where id = $1', session)).toBe(1);
    }),
  );

  test(
    'of a replaced video plays on; a new one plays the new video',
    inTransaction(async (as) => {
      const { cookie, stream } = await playAFilm(as, as('visitor'));
      await as('owner').query(`update private.streams set status = 'replaced' where id = $1`, stream);
      const replaced = await withVideo(as, 'free movie');
      expect(await goOn(as, cookie, stream)).toBeNull();
      expect((await start(as('visitor'), 'free movie')).stream).toBe(replaced);
    }),
  );
});

describe('progress', () => {
  const save = `select save_progress('movie', $1, $2, $3)`;
  const progress = (as: As, person: Person) =>
    as(person).query(
      `select position, duration, watched from watch_progress where movie_id = $1`,
      fixture['paid movie'],
    );

  test(
    'is stored, and playback continues there',
    inTransaction(async (as) => {
      await withVideo(as, 'paid movie');
      const kesner = await signedIn(as, 'kesner');
      await kesner.query(save, fixture['paid movie'], 40.5, 100);
      expect(await progress(as, 'kesner')).toEqual([{ position: 40.5, duration: 100, watched: false }]);
      expect((await start(kesner, 'paid movie')).position).toBe(40.5);
      expect((await start(as('marlene'), 'paid movie')).position).toBe(0);
      // An older report of another device arrives late.
      const late = `select save_progress('movie', $1, 10, 100, at => now() - interval '1 minute')`;
      await kesner.query(late, fixture['paid movie']);
      expect(await progress(as, 'kesner')).toMatchObject([{ position: 40.5 }]);
    }),
  );

  test(
    'near the end counts as watched; opening it again does not undo that, watching it again does',
    inTransaction(async (as) => {
      await withVideo(as, 'paid movie');
      const kesner = await signedIn(as, 'kesner');
      const at = async (position: number) => {
        await kesner.query(save, fixture['paid movie'], position, 1000);
        const [row] = (await progress(as, 'kesner')) as { watched: boolean }[];
        return row?.watched;
      };
      expect(await at(WATCHED_SHARE * 1000 - 1)).toBe(false);
      expect(await at(WATCHED_SHARE * 1000)).toBe(true);
      expect((await start(kesner, 'paid movie')).position).toBe(0);
      expect(await at(59)).toBe(true);
      expect(await at(61)).toBe(false);
      const mark = `select mark_watched('movie', $1, $2)`;
      await kesner.query(mark, fixture['paid movie'], true);
      expect(await progress(as, 'kesner')).toMatchObject([{ watched: true }]);
      await kesner.query(mark, fixture['paid movie'], false);
      expect(await progress(as, 'kesner')).toMatchObject([{ watched: false, position: 0 }]);
    }),
  );

  test(
    'is plausible, of a title that exists, by a member who is fully signed in',
    inTransaction(async (as) => {
      const kesner = await signedIn(as, 'kesner');
      for (const [position, duration] of [
        [-1, 100],
        [1, 0],
        [1, 'Infinity'],
      ]) {
        expect((await kesner.refusal(save, fixture['paid movie'], position, duration)).code).toBe('23514');
      }
      expect((await kesner.refusal(save, fixture['paid draft movie'], 1, 100)).hint).toBe('movie_not_found');
      expect((await kesner.refusal(save, fixture.review, 1, 100)).hint).toBe('movie_not_found');
      expect((await as('visitor').refusal(save, fixture['free movie'], 1, 100)).code).toBe('42501');
      await withFactor(as, 'tiJo');
      const half = await signedIn(as, 'tiJo');
      expect((await half.refusal(save, fixture['free movie'], 1, 100)).hint).toBe('second_factor_needed');
    }),
  );

  test(
    'comes from a closing tab too, and counts at most the seconds that have passed',
    inTransaction(async (as) => {
      const { cookie, stream, session } = await playAFilm(as, as('mimose'), 'free movie');
      await as('owner').query(`delete from watch_progress`);
      await as('owner').query(
        `update private.playback_sessions set exchanged_at = exchanged_at - interval '30 seconds' where id = $1`,
        session,
      );
      const report = `select private.report_playback($1, $2, 'browser', $3, 100, $4, $5)`;
      expect(await as('owner').value(report, 'another cookie', stream, 30, 30, false)).toBe(false);
      expect(await as('owner').value(report, cookie, stream, 30, 25, false)).toBe(true);
      expect(await as('owner').value(report, cookie, stream, 20, 9999, true)).toBe(true);
      expect(await as('mimose').query('select position from watch_progress')).toEqual([{ position: 20 }]);
      const [counted] = await as('mimose').query<{ furthest: number; seconds_watched: number }>(
        'select furthest, seconds_watched from watch_sessions where id = $1',
        session,
      );
      expect(counted?.furthest).toBe(30);
      expect(counted?.seconds_watched).toBe(26);
      expect(await goOn(as, cookie, stream)).toBe('playback_ended');
    }),
  );

  test(
    'of a visitor is counted without a name, and no progress is stored',
    inTransaction(async (as) => {
      const { cookie, stream, session } = await playAFilm(as, as('visitor'));
      const before = await as('owner').touches('select from watch_progress');
      const report = `select private.report_playback($1, $2, 'browser', 30, 100, 0, false)`;
      expect(await as('owner').value(report, cookie, stream)).toBe(true);
      expect(await as('owner').touches('select from watch_progress')).toBe(before);
      const row = 'select user_id, furthest from watch_sessions where id = $1';
      expect(await as('owner').query(row, session)).toEqual([{ user_id: null, furthest: 30 }]);
    }),
  );
});

describe('what to watch next', () => {
  const first: Thing = 'episode of the paid series';
  const second: Thing = 'free episode of the paid series';

  test(
    'after an episode comes the next one that has a video and can be watched',
    inTransaction(async (as) => {
      const next = (person: Person, name: Thing) =>
        as(person).query('select id from next_episode($1)', fixture[name]);
      expect(await next('kesner', first)).toEqual([]);
      await withVideo(as, second);
      expect(await next('kesner', first)).toEqual([{ id: fixture[second] }]);
      expect(await next('visitor', first)).toEqual([{ id: fixture[second] }]);
      expect(await next('kesner', second)).toEqual([]);
      await as('owner').query('update episodes set is_free = false');
      expect(await next('visitor', first)).toEqual([]);
    }),
  );

  test(
    'home shows what was begun, newest first, and of a series the episode to go on with',
    inTransaction(async (as) => {
      for (const name of [first, second, 'paid movie', 'movie nobody bought'] as const)
        await withVideo(as, name);
      const kesner = await signedIn(as, 'kesner');
      const at = async (name: Thing, position: number, minutes: number) => {
        const save = `select save_progress($1, $2, $3, 100, at => now() - make_interval(mins => $4))`;
        await kesner.query(save, mediaType(name), fixture[name], position, minutes);
      };
      const row = async () =>
        (await kesner.query<{ media_id: string; position: number }>('select * from continue_watching()')).map(
          ({ media_id, position }) => [media_id, position],
        );
      await at('movie nobody bought', 99, 50);
      await at('paid movie', 50, 40);
      await at(first, 20, 30);
      expect(await row()).toEqual([
        [fixture[first], 20],
        [fixture['paid movie'], 50],
      ]);
      await at(first, 96, 20);
      expect(await row()).toEqual([
        [fixture[second], 0],
        [fixture['paid movie'], 50],
      ]);
      await at(second, 97, 10);
      expect(await row()).toEqual([[fixture['paid movie'], 50]]);
      await kesner.query('delete from watch_progress where movie_id = $1', fixture['paid movie']);
      expect(await row()).toEqual([]);
      expect((await as('visitor').refusal('select continue_watching()')).code).toBe('42501');
    }),
  );
});
