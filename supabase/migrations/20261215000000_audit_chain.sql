-- The audit log is chained by hashes, so that a removed or changed entry shows (docs/decisions/0098-audit-chain.md). The trigger
-- computes the digest of an entry when it is written; a job puts the digests in order, so that staff never wait for each other.

create table private.unsealed_audit_entries (
  entry_id bigint primary key,
  at timestamptz not null,
  digest bytea not null
);
comment on table private.unsealed_audit_entries is 'Entries of the audit log that seal_audit_log has not yet put into the chain.';
alter table private.unsealed_audit_entries enable row level security;

create table private.audit_seals (
  position bigint primary key,
  entry_id bigint not null unique,
  at timestamptz not null,
  digest bytea not null,
  hash bytea not null
);
comment on table private.audit_seals is
  'The chain of the audit log: hash covers the hash before it, the entry''s id, time and digest. Goes when the entry''s time of retention is over.';
alter table private.audit_seals enable row level security;

create table private.audit_chain (
  only_row boolean primary key default true check (only_row),
  trimmed_to bigint not null default 0,
  trimmed_hash bytea not null default '\x',
  sealed_to bigint not null default 0,
  sealed_hash bytea not null default '\x'
);
comment on table private.audit_chain is 'The two ends of the chain: after which seal it begins, and its last one.';
alter table private.audit_chain enable row level security;
insert into private.audit_chain default values;

create function private.digest_audit_entry(entry public.audit_log) returns bytea
  language sql stable
  set search_path = ''
  as $$ select sha256(convert_to(jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor_id, entry.act, entry.subject,
    entry.subject_id, entry.label, entry.reason, entry.change)::text, 'UTF8')) $$;
comment on function private.digest_audit_entry is 'Everything that an entry says. Does not depend on the session''s time zone.';

create function private.hash_audit_seal(before bytea, entry_id bigint, at timestamptz, digest bytea) returns bytea
  language sql stable
  set search_path = ''
  as $$ select sha256(before || convert_to(format('%s %s ', entry_id, extract(epoch from at)), 'UTF8') || digest) $$;
comment on function private.hash_audit_seal is 'Of a seal, from the hash before it.';

create function private.note_unsealed_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  insert into private.unsealed_audit_entries (entry_id, at, digest) values (new.id, new.at, private.digest_audit_entry(new));
  return null;
end $$;
create trigger note_unsealed_entry after insert on public.audit_log
  for each row execute function private.note_unsealed_entry();
alter table public.audit_log enable always trigger note_unsealed_entry;

create function private.audit_kept_since() returns timestamptz
  language sql stable
  set search_path = ''
  as $$ select now() - make_interval(days => greatest(365, private.retention_days('audit_log'))) $$;
comment on function private.audit_kept_since is 'Entries before this time may be deleted; the trigger audit_append_only keeps the others.';

create or replace function private.reject_audit_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    if old.at < private.audit_kept_since() then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', message = 'The audit log is append-only', hint = 'audit_append_only';
end $$;

create function private.seal_audit_log(at_most integer, out more boolean, out sealed_to bigint, out sealed_hash text)
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  chain private.audit_chain;
  entry private.unsealed_audit_entries;
  first_kept bigint;
  cutoff timestamptz := private.audit_kept_since();
  moved integer := 0;
begin
  select c.* into strict chain from private.audit_chain c for update;
  for entry in
    with taken as (
      delete from private.unsealed_audit_entries u where u.entry_id = any (array(
        select n.entry_id from private.unsealed_audit_entries n order by n.entry_id limit at_most))
      returning u.*)
    select t.* from taken t order by t.entry_id
  loop
    chain.sealed_to := chain.sealed_to + 1;
    chain.sealed_hash := private.hash_audit_seal(chain.sealed_hash, entry.entry_id, entry.at, entry.digest);
    insert into private.audit_seals (position, entry_id, at, digest, hash)
      values (chain.sealed_to, entry.entry_id, entry.at, entry.digest, chain.sealed_hash);
    moved := moved + 1;
  end loop;

  -- The seals of entries that purge_audit_log has deleted, from the beginning on.
  select min(s.position) into first_kept
    from (select s.* from private.audit_seals s where s.position > chain.trimmed_to order by s.position limit at_most) s
    where s.at >= cutoff or exists (select from public.audit_log a where a.id = s.entry_id);
  first_kept := coalesce(first_kept, least(chain.trimmed_to + at_most, chain.sealed_to) + 1);
  if first_kept > chain.trimmed_to + 1 then
    chain.trimmed_hash := (select s.hash from private.audit_seals s where s.position = first_kept - 1);
    delete from private.audit_seals s where s.position > chain.trimmed_to and s.position < first_kept;
    moved := greatest(moved, (first_kept - 1 - chain.trimmed_to)::integer);
    chain.trimmed_to := first_kept - 1;
  end if;

  update private.audit_chain c set trimmed_to = chain.trimmed_to, trimmed_hash = chain.trimmed_hash,
    sealed_to = chain.sealed_to, sealed_hash = chain.sealed_hash;
  more := moved = at_most;
  sealed_to := chain.sealed_to;
  sealed_hash := encode(chain.sealed_hash, 'hex');
end $$;
comment on function private.seal_audit_log is
  'Puts new entries into the chain and removes the seals of deleted old ones, at most so many of each. more: there are more.';

create function private.check_audit_chain(after bigint, at_most integer,
    out starts_after bigint, out checked_to bigint, out is_last boolean, out head text, out problem text, out entry bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  chain private.audit_chain;
  begins_after bigint;
  begins_with bytea;
  cutoff timestamptz := private.audit_kept_since();
  looked_at integer;
  last_hash bytea;
begin
  select c.* into strict chain from private.audit_chain c;
  starts_after := chain.trimmed_to;
  begins_after := greatest(coalesce(after, 0), chain.trimmed_to);
  begins_with := case when begins_after = chain.trimmed_to then chain.trimmed_hash
    else (select s.hash from private.audit_seals s where s.position = begins_after) end;
  select count(*), (array_agg(c.problem order by c.position) filter (where c.problem is not null))[1],
      (array_agg(c.entry_id order by c.position) filter (where c.problem is not null))[1], max(c.position),
      (array_agg(c.hash order by c.position desc))[1]
    into looked_at, problem, entry, checked_to, last_hash
    from (
      select s.position, s.entry_id, s.hash, case
          when s.position <> begins_after + row_number() over (order by s.position) then 'seal_removed'
          when s.hash is distinct from private.hash_audit_seal(
            lag(s.hash, 1, begins_with) over (order by s.position), s.entry_id, s.at, s.digest) then 'seal_changed'
          when a.id is null and s.at >= cutoff then 'entry_removed'
          when a.id is not null and private.digest_audit_entry(a) <> s.digest then 'entry_changed'
        end as problem
      from (select s.* from private.audit_seals s where s.position > begins_after order by s.position limit at_most) s
        left join public.audit_log a on a.id = s.entry_id
    ) c;
  is_last := looked_at < at_most;
  checked_to := coalesce(checked_to, begins_after);
  head := encode(coalesce(last_hash, begins_with), 'hex');
  if is_last and problem is null then
    if checked_to <> chain.sealed_to or head is distinct from encode(chain.sealed_hash, 'hex') then
      problem := 'end_removed';
    else
      select case when a.id is null then 'entry_removed' else 'entry_changed' end, u.entry_id into problem, entry
        from (select u.* from private.unsealed_audit_entries u order by u.entry_id limit at_most) u
          left join public.audit_log a on a.id = u.entry_id
        where case when a.id is null then u.at >= cutoff else private.digest_audit_entry(a) <> u.digest end
        order by u.entry_id limit 1;
    end if;
  end if;
end $$;
comment on function private.check_audit_chain is
  'Computes a part of the chain again: the seals after a position, at most so many. problem: what the first thing wrong is, of which entry. After the last seal also what is not yet sealed.';

create function public.check_audit_log(after bigint default 0)
  returns table (starts_after bigint, checked_to bigint, is_last boolean, head text, problem text, entry bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  return query select * from private.check_audit_chain(check_audit_log.after, 2000);
end $$;
comment on function public.check_audit_log is 'For admins: computes two thousand links of the audit log''s chain again.';
grant execute on function public.check_audit_log to authenticated;
