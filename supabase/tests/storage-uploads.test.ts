import { expect, test } from 'vitest';
import { type As, useWorld } from './support/world.ts';

const world = useWorld();
const { inTransaction } = world;

/** What nobody refers to, found by reading every object. */
const removable = `
  with uploads as (
    select o.*,
      substring(o.name from '^movies/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.[^/]+$')::uuid as movie,
      substring(o.name from '^movies/episodes/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.[^/]+$')::uuid as episode
    from storage.objects o
    where o.bucket_id = 'movies' and greatest(o.created_at, o.updated_at, o.last_accessed_at) < now() - interval '1 hour')
  select u.name from uploads u
  where not exists (select from public.movies m where m.video_url = u.name)
    and not exists (select from public.episodes e where e.video_url = u.name)
    and (u.movie is not null and not exists (select from public.movies m where m.id = u.movie)
      or u.episode is not null and not exists (select from public.episodes e where e.id = u.episode)
      or exists (select from public.movies m join private.streams s on s.movie_id = m.id
        where m.id = u.movie and s.status = 'whole' and s.source_path = m.video_url)
      or exists (select from public.episodes e join private.streams s on s.episode_id = e.id
        where e.id = u.episode and s.status = 'whole' and s.source_path = e.video_url)
      or u.name like 'subtitles/%' and not exists (select from public.subtitles t where t.path = u.name)
      or u.name like 'signs/%' and not exists (select from public.sign_videos v where v.path = u.name))
  order by u.name`;

const uploads = async (as: As) =>
  (
    await as('owner').query<{ name: string }>(
      `select name from storage.objects where bucket_id = 'movies' order by name`,
    )
  ).map(({ name }) => name);

/** Two hours later: nothing that is stored is new any more. */
async function letTimePass(as: As): Promise<void> {
  await as('owner').query(`alter table storage.objects disable trigger user`);
  await as('owner').query(
    `update storage.objects set created_at = created_at - interval '2 hours', updated_at = updated_at - interval '2 hours',
      last_accessed_at = last_accessed_at - interval '2 hours' where bucket_id = 'movies'`,
  );
  await as('owner').query(`alter table storage.objects enable trigger user`);
  await as('owner').query(`update private.upload_checks set check_after = check_after - interval '2 hours'`);
}

async function removeUnused(as: As): Promise<number> {
  let calls = 0;
  do calls += 1;
  while (await as('owner').value<boolean>('select private.remove_unused_uploads(3)'));
  return calls;
}

/** The same sequence of numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const id = (kind: number, n: number) => `00000000-0000-4000-8${kind}00-${String(n).padStart(12, '0')}`;
const series = id(2, 0);
const kinds = [
  { table: 'movies', column: 'movie_id', folder: 'movies/' },
  { table: 'episodes', column: 'episode_id', folder: 'movies/episodes/' },
] as const;

/** Something that happens to an upload, a title, a stream, a subtitle or a sign video. */
async function happen(as: As, random: (below: number) => number): Promise<void> {
  const owner = as('owner', { 'storage.allow_delete_query': 'true' });
  const which = random(2);
  const kind = kinds[which] ?? kinds[0];
  const title = id(which, random(4));
  const name = `${kind.folder}${title}.${['mp4', 'mkv', 'webm'][random(3)]}`;
  const subtitle = `subtitles/${random(3)}.vtt`;
  const sign = `signs/${random(3)}.mp4`;
  const events = [
    async () => {
      const upload = ['movies/notes.txt', subtitle, sign, name, name, name][random(6)];
      await owner.query(
        `insert into storage.objects (bucket_id, name, version) values ('movies', $1, gen_random_uuid()::text)
          on conflict (bucket_id, name) do update set version = excluded.version`,
        upload,
      );
    },
    async () => {
      if (which === 0)
        await owner.query(`insert into movies (id, title) values ($1, 'Fim') on conflict do nothing`, title);
      else
        await owner.query(
          `insert into episodes (id, series_id, season_number, episode_number, title)
            select $1, $3, 9, $2, 'Epizòd' where not exists (select from episodes where id = $1)`,
          title,
          Number(title.slice(-3)),
          series,
        );
    },
    () =>
      owner.query(
        `update ${kind.table} set video_url = $2 where id = $1`,
        title,
        random(4) > 0 ? name : null,
      ),
    () => owner.query(`delete from ${kind.table} where id = $1 and $2`, title, random(2) === 0),
    async () => {
      await owner.query(
        `update private.streams set status = 'replaced', replaced_at = now() where ${kind.column} = $1`,
        title,
      );
      await owner.query(
        `insert into private.streams (${kind.column}, source_path, status, film)
          select id, video_url, $2, '{}' from ${kind.table} where id = $1`,
        title,
        random(2) === 0 ? 'whole' : 'watchable',
      );
    },
    () =>
      owner.query(
        `update private.streams set status = 'whole' where ${kind.column} = $1 and status = 'watchable'`,
        title,
      ),
    () =>
      owner.query(
        `insert into subtitles (movie_id, language, name, path) select id, 'ht', 'Kreyòl', $2 from movies where id = $1
          on conflict do nothing`,
        id(0, random(4)),
        subtitle,
      ),
    () => owner.query('delete from subtitles where path = $1', subtitle),
    () =>
      owner.query(
        `insert into sign_videos (movie_id, language, path) select id, 'ase', $2 from movies where id = $1
          on conflict do nothing`,
        id(0, random(4)),
        sign,
      ),
    () => owner.query('delete from sign_videos where path = $1', sign),
  ];
  await events[random(events.length)]?.();
}

test.each([1, 2, 3])(
  'after any events, the uploads that nobody refers to are removed and no others (%i)',
  (seed) =>
    inTransaction(async (as) => {
      const random = numbersFrom(seed);
      let removed = 0;
      await as('owner').query(`insert into series (id, title) values ($1, 'Seri')`, series);
      await removeUnused(as);
      for (let round = 0; round < 25; round += 1) {
        for (let event = 0; event < 8; event += 1) await happen(as, random);
        if (random(4) > 0) await letTimePass(as);
        const expected = (await as('owner').query<{ name: string }>(removable)).map(({ name }) => name);
        const before = await uploads(as);
        await removeUnused(as);
        expect([round, await uploads(as)]).toEqual([
          round,
          before.filter((name) => !expected.includes(name)),
        ]);
        removed += expected.length;
      }
      expect(removed).toBeGreaterThan(5);
    })(),
);

test(
  'an upload is checked once, and again when something happens to its title',
  inTransaction(async (as) => {
    const owner = as('owner');
    const checks = () => owner.query('select name from private.upload_checks order by name');
    await removeUnused(as);
    await owner.query(`insert into movies (id, title) values ($1, 'Fim')`, id(0, 1));
    const name = `movies/${id(0, 1)}.mp4`;
    await owner.query(
      `insert into storage.objects (bucket_id, name, version) values ('movies', $1, 'v'), ('artwork', 'a.jpg', 'v')`,
      name,
    );
    expect(await checks()).toEqual([{ name }]);
    await removeUnused(as);
    expect(await checks()).toEqual([{ name }]);
    await letTimePass(as);
    await removeUnused(as);
    expect([await checks(), await uploads(as)]).toEqual([[], expect.arrayContaining([name])]);
    await owner.query('delete from movies where id = $1', id(0, 1));
    expect(await checks()).toEqual([{ name }]);
    await removeUnused(as);
    expect(await uploads(as)).not.toContain(name);
  }),
);
