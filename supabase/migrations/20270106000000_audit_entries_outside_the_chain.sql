-- Somebody who removes seals and moves the chain's beginning past them leaves entries without a seal: the check names those too.

create or replace function private.check_audit_chain(after bigint, at_most integer,
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
  if problem is null then
    -- Parts meet at their ends, and the last one has no end, so that no entry is between two.
    select 'entry_unsealed', a.id into problem, entry from public.audit_log a
      where a.id > coalesce((select s.entry_id from private.audit_seals s where s.position = begins_after), '-9223372036854775808')
        and (is_last or a.id <= (select s.entry_id from private.audit_seals s where s.position = checked_to))
        and not exists (select from private.audit_seals s where s.entry_id = a.id)
        and not exists (select from private.unsealed_audit_entries u where u.entry_id = a.id)
      order by a.id limit 1;
  end if;
end $$;
comment on function private.check_audit_chain is
  'Computes a part of the chain again: the seals after a position, at most so many, and the entries with numbers between. problem: what the first thing wrong is, of which entry. After the last seal also what is not yet sealed.';
