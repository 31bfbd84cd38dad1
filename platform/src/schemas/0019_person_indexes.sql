-- A person's files and events are found by an index: Supabase has none, and exports and deletions would read every row.
create index objects_owner_id_idx on storage.objects (owner_id, bucket_id);
create index objects_owner_idx on storage.objects (owner) where owner is not null;
create index s3_multipart_uploads_owner_id_idx on storage.s3_multipart_uploads (owner_id);
create index audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'));
create index audit_log_entries_user_idx on auth.audit_log_entries ((payload -> 'traits' ->> 'user_id'));
