-- Entries from before the chain. In a file of its own: the trigger of the file before is in place, and nobody waits meanwhile.
insert into private.unsealed_audit_entries (entry_id, at, digest)
  select a.id, a.at, private.digest_audit_entry(a) from public.audit_log a
  on conflict do nothing;
