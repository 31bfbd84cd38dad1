import type { Counts } from './size.ts';

/** Files: a picture of most members, the films that were uploaded, subtitles, and videos of interpreters. */
export function fileStatements({ objects, members, films }: Counts): string[] {
  const pictures = Math.min(members, objects - films);
  const row = `'{"size": 20000, "mimetype": "image/webp"}'::jsonb`;
  const at = `now() - interval '30 days'`;
  return [
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, created_at, updated_at, last_accessed_at)
      select 'profile-images', pg_temp.id('member', n) || '/' || n || '.webp', pg_temp.id('member', n), pg_temp.id('member', n)::text, gen_random_uuid()::text,
        ${row}, ${at}, ${at}, ${at} from generate_series(0, ${pictures - 1}) n`,
    `insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at, last_accessed_at)
      select 'movies', 'movies/' || pg_temp.id('film', n) || '.mp4', gen_random_uuid()::text, ${row}, ${at}, ${at}, ${at}
      from generate_series(0, ${films - 1}) n`,
    `insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at, last_accessed_at)
      select 'movies', 'subtitles/' || pg_temp.id('film', n) || '.vtt', gen_random_uuid()::text, ${row}, ${at}, ${at}, ${at}
      from generate_series(0, ${Math.floor(films / 4)}) n`,
    `insert into public.subtitles (id, movie_id, language, name, path)
      select pg_temp.id('subtitle', n), pg_temp.id('film', n), 'fr', 'Français', 'subtitles/' || pg_temp.id('film', n) || '.vtt'
      from generate_series(0, ${Math.floor(films / 4)}) n where n < ${films}`,
    `update private.streams s set film = jsonb_set(s.film, '{subtitles}', jsonb_build_array(jsonb_build_object('id', t.id, 'language', t.language, 'name', t.name)))
      from public.subtitles t where t.movie_id = s.movie_id and s.status = 'whole' and t.path like 'subtitles/%'`,
    `insert into public.sign_videos (id, movie_id, language, path)
      select pg_temp.id('sign', n), pg_temp.id('film', n), 'ase', 'signs/' || pg_temp.id('sign', n) || '.mp4'
      from generate_series(0, ${Math.floor(films / 8)}) n where n < ${films}`,
    `update private.streams s set film = jsonb_set(s.film, '{signs}', jsonb_build_array(jsonb_build_object('id', v.id, 'language', v.language, 'file', 'sign.mp4', 'bytes', 1)))
      from public.sign_videos v where v.movie_id = s.movie_id and s.status = 'whole'`,
    `insert into private.storage_usage (owner_id, objects, bytes)
      select o.owner_id, count(*), sum((o.metadata ->> 'size')::bigint) from storage.objects o where o.owner_id is not null group by 1
      on conflict (owner_id) do update set objects = excluded.objects, bytes = excluded.bytes`,
  ];
}
