import { randomUUID } from 'node:crypto';
import type { CheckIn, OfflineLicence } from '@lakou/contract/playback/responses';
import { describe, expect, test } from 'vitest';
import { fixture, type Thing } from './support/fixtures.ts';
import { everyMember, idOf } from './support/people.ts';
import { mediaType, withVideo } from './support/playing.ts';
import { type Actor, type As, useWorld } from './support/world.ts';

const { inTransaction } = useWorld();

const KEY = 'A'.repeat(392);
const things: Thing[] = [
  'free movie',
  'paid movie',
  'free draft movie',
  'paid draft movie',
  'movie nobody bought',
  'episode of the free series',
  'episode of the paid series',
  'free episode of the paid series',
  'episode of the paid draft series',
  'episode of the series nobody bought',
];

type Licence = Omit<OfflineLicence, 'key' | 'film'>;

const ISSUE = 'select issue_offline_licence($1, $2, $3, $4, $5)';
const CHECK_IN = 'select check_in_downloads($1)';

const wanted = (name: Thing, device: string, key = KEY) => [
  ...[device, key, 'Chrome, Android', mediaType(name), fixture[name]],
];

const issue = (actor: Actor, name: Thing, device: string = randomUUID(), key = KEY): Promise<Licence> =>
  actor.value(ISSUE, ...wanted(name, device, key));

const refusedLicence = (actor: Actor, name: Thing, device: string = randomUUID()) =>
  actor.refusal(ISSUE, ...wanted(name, device));

const checkIn = (actor: Actor, device: string): Promise<CheckIn> => actor.value(CHECK_IN, device);

const days = ({ ends_at, now }: { ends_at: string; now: string }): number =>
  (Date.parse(ends_at) - Date.parse(now)) / 86_400_000;

async function setLimit(as: As, key: string, value: number): Promise<void> {
  await as('owner').query(
    'update private.settings set value = to_jsonb($2::integer) where key = $1',
    key,
    value,
  );
}

describe('licences of downloads', () => {
  test(
    'exactly those who can watch a title get a licence for it',
    inTransaction(async (as) => {
      for (const thing of things) await withVideo(as, thing);
      for (const person of everyMember) {
        for (const thing of things) {
          const canWatch = await as(person).value(
            'select can_watch($1, $2)',
            mediaType(thing),
            fixture[thing],
          );
          const got = await as('owner').value(
            `select (private.find_offline_right($1, $2, $3)).ends_at > now()`,
            ...[idOf[person], mediaType(thing), fixture[thing]],
          );
          expect([person, thing, got === true]).toEqual([person, thing, canWatch]);
        }
      }
    }),
  );

  test.each([
    ['marlene', 'paid movie', 'purchase', 30],
    ['marlene', 'episode of the paid series', 'purchase', 30],
    ['dieudonne', 'paid movie', 'rental', 1 / 24],
    ['dieudonne', 'episode of the paid series', 'rental', 1 / 24],
    ['kesner', 'paid movie', 'subscription', 14],
    ['mimose', 'free movie', 'subscription', 14],
    ['dieudonne', 'free movie', 'subscription', 14],
  ] as const)('%s can keep the %s by %s, for %s days', (person, thing, right, most) =>
    inTransaction(async (as) => {
      await withVideo(as, thing);
      const licence = await issue(as(person), thing);
      expect(licence).toMatchObject({ right, media_type: mediaType(thing), media_id: fixture[thing] });
      expect(days(licence)).toBeCloseTo(most, 3);
    })(),
  );

  test.each([
    ['mimose', 'paid movie', 'subscription_needed'],
    ['rosemond', 'paid movie', 'subscription_needed'],
    ['kesner', 'paid draft movie', 'video_not_available'],
    ['mimose', 'paid draft movie', 'video_not_available'],
  ] as const)('%s gets no licence for the %s: %s', (person, thing, hint) =>
    inTransaction(async (as) => {
      await withVideo(as, thing);
      expect(await refusedLicence(as(person), thing)).toMatchObject({ hint });
    })(),
  );

  test(
    'a visitor has no downloads, and no client reads a key',
    inTransaction(async (as) => {
      const stream = await withVideo(as, 'free movie');
      expect(await refusedLicence(as('visitor'), 'free movie')).toMatchObject({ code: '42501' });
      expect(await as('visitor').refusal(CHECK_IN, randomUUID())).toMatchObject({ code: '42501' });
      const { licence } = await issue(as('mimose'), 'free movie');
      for (const person of ['mimose', 'visitor', 'admin'] as const) {
        expect(await as(person).refusal('select read_licence_key($1)', licence)).toMatchObject({
          code: '42501',
        });
      }
      const read = await as('service').value<{ key: string; public_key: string }>(
        'select read_licence_key($1)',
        licence,
      );
      const key = await as('owner').value<string>(
        `select encode(encryption_key, 'base64') from private.streams where id = $1`,
        stream,
      );
      expect(read).toEqual({ key, public_key: KEY });
    }),
  );

  test(
    'a licence for a copied file needs the right to its film',
    inTransaction(async (as) => {
      const stream = await withVideo(as, 'paid movie');
      const sql = 'select issue_offline_licence($1, $2, stream_id => $3)';
      expect(await as('mimose').refusal(sql, randomUUID(), KEY, stream)).toMatchObject({
        hint: 'subscription_needed',
      });
      expect(await as('marlene').value(sql, randomUUID(), KEY, stream)).toMatchObject({ stream });
    }),
  );

  test(
    'a contact renews what is still allowed and ends what was withdrawn',
    inTransaction(async (as) => {
      const [paid, free] = [await withVideo(as, 'paid movie'), await withVideo(as, 'free movie')];
      const device = randomUUID();
      await issue(as('marlene'), 'paid movie', device);
      await issue(as('marlene'), 'free movie', device);
      await as('owner').query(`update private.offline_licences set ends_at = now() + interval '1 day'`);
      const kept = async () => {
        const { device: state, now, licences } = await checkIn(as('marlene'), device);
        return {
          state,
          days: new Map(licences.map((one) => [one.stream, Math.round(days({ ...one, now }))])),
        };
      };
      // biome-ignore format: pairs
      expect(await kept()).toEqual({ state: 'known', days: new Map([[paid, 30], [free, 30]]) });
      await as('owner').query(
        `update user_purchases set status = 'refunded' where user_id = $1`,
        idOf.marlene,
      );
      expect(await kept()).toEqual({ state: 'known', days: new Map([[free, 14]]) });
      // Also when the first answer was lost.
      expect((await checkIn(as('marlene'), device)).licences).toHaveLength(1);
    }),
  );

  test(
    'a licence begins the hours of a rental, and never lasts beyond its end',
    inTransaction(async (as) => {
      await withVideo(as, 'movie nobody bought');
      const rent = (paid: string) =>
        as('owner').query(
          `insert into user_purchases (user_id, media_type, movie_id, title, amount, transaction_type, status, created_at, rental_expiry)
            values ($1, 'movie', $2, 'x', 5, 'rental', 'completed', now() - $3::interval, now() - $3::interval + interval '32 days')`,
          ...[idOf.mimose, fixture['movie nobody bought'], paid],
        );
      await rent('3 days');
      const device = randomUUID();
      const licence = await issue(as('mimose'), 'movie nobody bought', device);
      expect(licence.right).toBe('rental');
      expect(days(licence)).toBeCloseTo(2, 3);
      const { now, licences } = await checkIn(as('mimose'), device);
      expect(licences.map(({ ends_at }) => days({ ends_at, now }))).toEqual([expect.closeTo(2, 3)]);
      await as('owner').query(
        `update user_purchases set rental_started_at = rental_started_at - interval '2 days', rental_expiry = rental_expiry - interval '2 days'
          where user_id = $1`,
        idOf.mimose,
      );
      expect((await checkIn(as('mimose'), device)).licences).toEqual([]);
      expect(await refusedLicence(as('mimose'), 'movie nobody bought', device)).toMatchObject({
        hint: 'subscription_needed',
      });
    }),
  );

  test(
    'a removed device is told so, gets no licence any more and frees its place',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      await setLimit(as, 'download_devices_per_account', 1);
      const [lost, found] = [randomUUID(), randomUUID()];
      await issue(as('mimose'), 'free movie', lost);
      expect(await refusedLicence(as('mimose'), 'free movie', found)).toMatchObject({
        hint: 'too_many_download_devices',
      });
      const listed = await as('mimose').query('select * from my_download_devices()');
      expect(listed).toMatchObject([{ device: lost, name: 'Chrome, Android' }]);
      // Not by somebody else.
      await as('kesner').query('select remove_download_device($1)', lost);
      expect((await checkIn(as('mimose'), lost)).device).toBe('known');
      await as('mimose').query('select remove_download_device($1)', lost);
      expect(await checkIn(as('mimose'), lost)).toMatchObject({ device: 'removed', licences: [] });
      expect(await refusedLicence(as('mimose'), 'free movie', lost)).toMatchObject({
        hint: 'download_device_removed',
      });
      await issue(as('mimose'), 'free movie', found);
      expect(await as('mimose').query('select * from my_download_devices()')).toHaveLength(1);
    }),
  );

  test(
    'a device keeps as many titles as the setting says, and a deleted one makes place',
    inTransaction(async (as) => {
      const stream = await withVideo(as, 'free movie');
      await withVideo(as, 'episode of the free series');
      await setLimit(as, 'downloads_per_device', 1);
      const device = randomUUID();
      await issue(as('mimose'), 'free movie', device);
      await issue(as('mimose'), 'free movie', device);
      expect(await refusedLicence(as('mimose'), 'episode of the free series', device)).toMatchObject({
        hint: 'too_many_downloads',
      });
      await as('kesner').query('select release_download($1, $2)', device, stream);
      expect((await checkIn(as('mimose'), device)).licences).toHaveLength(1);
      await as('mimose').query('select release_download($1, $2)', device, stream);
      await issue(as('mimose'), 'episode of the free series', device);
    }),
  );

  test(
    'two accounts in one browser have nothing to do with each other',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      const device = randomUUID();
      await issue(as('mimose'), 'free movie', device);
      expect(await checkIn(as('kesner'), device)).toMatchObject({ device: 'unknown', licences: [] });
      await issue(as('kesner'), 'free movie', device, 'B'.repeat(392));
      const { licence } = await issue(as('mimose'), 'free movie', device);
      expect(await as('service').value('select read_licence_key($1)', licence)).toMatchObject({
        public_key: KEY,
      });
    }),
  );

  test(
    'a closed account gets no licence and no contact',
    inTransaction(async (as) => {
      await withVideo(as, 'free movie');
      await as('owner').query(
        `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
        idOf.mimose,
      );
      expect(await refusedLicence(as('mimose'), 'free movie')).toMatchObject({ hint: 'user_banned' });
      expect(await as('mimose').refusal(CHECK_IN, randomUUID())).toMatchObject({ hint: 'user_banned' });
    }),
  );

  test(
    'sizes are listed for what the caller can watch',
    inTransaction(async (as) => {
      await withVideo(as, 'paid movie');
      await withVideo(as, 'episode of the paid series');
      await withVideo(as, 'free episode of the paid series');
      await as('owner').query(
        `update private.streams set film = '{"duration": 100, "rungs": [{"name": "v145", "width": 416, "height": 234, "bytes": 81440, "codecs": "x"}], "audio": [{}], "audio_only": {"bytes": 31008}}'`,
      );
      const sizes = (person: 'mimose' | 'kesner', ...of: unknown[]) =>
        as(person).query('select * from list_download_sizes($1, $2, $3)', ...of);
      expect(await sizes('mimose', 'movie', fixture['paid movie'], null)).toEqual([]);
      expect(await sizes('kesner', 'movie', fixture['paid movie'], null)).toMatchObject([
        {
          duration: 100,
          rungs: [{ name: 'v145', width: 416, height: 234, bytes: 81_440 }],
          audio_tracks: 1,
        },
      ]);
      const season = ['series', fixture['paid series'], 1];
      expect((await sizes('kesner', ...season)).map(({ episode_number }) => episode_number)).toEqual([1, 2]);
      expect((await sizes('mimose', ...season)).map(({ episode_number }) => episode_number)).toEqual([2]);
    }),
  );
});
