-- Storage: buckets, and who can put what where. Public buckets are read by their address; these policies are for the rest.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  -- Originals: private, up to 100 GB. Played only through signed playback addresses, never from here.
  ('movies', 'movies', false, 107374182400,
    array['video/mp4', 'video/quicktime', 'video/x-matroska', 'video/webm', 'video/x-msvideo', 'video/mpeg',
      'video/mp2t', 'video/3gpp', 'application/mxf', 'text/vtt', 'application/x-subrip']),
  ('artwork', 'artwork', true, 524288000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'video/mp4', 'video/webm']),
  ('banners', 'banners', true, 20971520,
    array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  -- Keep equal to AVATAR_BYTES in contract/src/identity/limits.ts.
  ('profile-images', 'profile-images', true, 5242880,
    array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "editors list catalogue files" on storage.objects
  for select to authenticated
  using (bucket_id in ('movies', 'artwork', 'banners') and (select private.has_role('editor')));
create policy "editors upload catalogue files" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('movies', 'artwork', 'banners') and (select private.has_role('editor')));
create policy "editors replace catalogue files" on storage.objects
  for update to authenticated
  using (bucket_id in ('movies', 'artwork', 'banners') and (select private.has_role('editor')))
  with check (bucket_id in ('movies', 'artwork', 'banners') and (select private.has_role('editor')));
create policy "editors delete catalogue files" on storage.objects
  for delete to authenticated
  using (bucket_id in ('movies', 'artwork', 'banners') and (select private.has_role('editor')));
create policy "members list their own pictures, admins all" on storage.objects
  for select to authenticated
  using (bucket_id = 'profile-images'
    and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.has_role('admin'))));
create policy "members upload their own pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'profile-images' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members replace their own pictures" on storage.objects
  for update to authenticated
  using (bucket_id = 'profile-images' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'profile-images' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "members delete their own pictures, admins any" on storage.objects
  for delete to authenticated
  using (bucket_id = 'profile-images'
    and ((storage.foldername(name))[1] = (select auth.uid())::text or (select private.has_role('admin'))));
create policy "files need the second factor" on storage.objects
  as restrictive for all to authenticated using ((select private.is_fully_signed_in()));
