-- The audit log by action, object and period, on the screen and as a file.

create function private.find_audit_entries(actors uuid[], act text, subject text, object text, from_day date, to_day date,
    before bigint, at_most integer, out ids bigint[], out looked_to bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  -- An entry has the time at which its transaction began.
  longest constant interval := '1 hour';
  above bigint := (select a.id from public.audit_log a where a.at < from_day - longest order by a.at desc limit 1);
  below bigint := (select a.id from public.audit_log a where a.at >= to_day + 1 + longest order by a.at limit 1);
  by_index text := concat_ws(' and ',
    format('a.id > %s and a.id < %s', coalesce(above, 0), least(below, before, 9223372036854775807)),
    -- In the order of an index, so that no more than at_most entries are read.
    case when subject is not null and object is not null then format('a.subject = %L and a.subject_id = %L', subject, object)
      when cardinality(actors) = 1 then format('a.actor_id = %L', actors[1])
      when subject is not null then format('a.subject = %L', subject) end);
begin
  execute format('select array_agg(l.id order by l.id desc) filter (where ($1 is null or l.actor_id = any ($1))
        and ($2 is null or l.act = $2) and ($3 is null or l.subject = $3) and ($4 is null or l.subject_id = $4)
        and ($5 is null or l.at >= $5) and ($6 is null or l.at < $6 + 1)),
      case when count(*) = $7 then min(l.id) end
    from (select a.* from public.audit_log a where %s order by a.id desc limit $7) l', by_index)
    into ids, looked_to using actors, act, subject, object, from_day, to_day, at_most;
end $$;
comment on function private.find_audit_entries is
  'The entries that match, newest first, among at most so many. looked_to: where to look on; null when there are no more. Actors, act and the others: null for all.';

-- The version that still runs during an upgrade names its arguments, so it reaches this one too.
drop function public.admin_audit_log(text, text, text, integer, integer);
create function public.admin_audit_log(search text default null, filter text default null, sort text default null,
    page integer default 1, page_size integer default 25, action text default null, object text default null,
    from_day date default null, to_day date default null)
  returns table (id bigint, at timestamptz, actor_id uuid, actor text, act text, subject text, subject_id text, label text,
    reason text, change jsonb, total bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  pattern text := private.build_search_pattern(search);
  actors uuid[] := case when private.trim_text(search) <> '' then private.find_actors(pattern) end;
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  skipped bigint := (greatest(coalesce(page, 1), 1) - 1)::bigint * size;
  found bigint[];
  wanted text := case when filter is null then 'true' else format('t.subject = %L', filter) end;
begin
  perform private.require_role('admin');
  if num_nonnulls(action, object, from_day, to_day) > 0 then
    select f.ids into found
      from private.find_audit_entries(actors, action, filter, object, from_day, to_day, null, 10000) f;
    return query
      select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change,
        cardinality(found)::bigint
      from (
          select f.id, row_number() over (order by case when sort = 'oldest' then -f.n else f.n end) as n
          from unnest(found) with ordinality f (id, n)
        ) f
        join public.audit_log a on a.id = f.id
        left join private.profiles p on p.id = a.actor_id
      where f.n > skipped and f.n <= skipped + size
      order by f.n;
    return;
  end if;
  if actors is not null then
    wanted := wanted || format(' and t.actor_id = any (%L)', actors);
  end if;
  return query
    select a.id, a.at, a.actor_id, p.username, a.act, a.subject, a.subject_id, a.label, a.reason, a.change, l.total
    from private.read_page('public.audit_log t', wanted, pattern, 't.id desc', 't.id', sort = 'oldest',
        'audit_log', page, page_size) l
      join public.audit_log a on a.id = l.id::bigint
      left join private.profiles p on p.id = a.actor_id
    order by l.n;
end $$;
comment on function public.admin_audit_log is
  'One page of the audit log for admins, searched by actor. filter: the subject; sort: newest, oldest. With an action, an object or days, among the ten thousand latest entries that an index finds. Deleted members have no name.';
grant execute on function public.admin_audit_log to authenticated;

create function public.begin_audit_export(search text default null, filter text default null, action text default null,
    object text default null, from_day date default null, to_day date default null) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('admin');
  perform private.write_audit_log('export_audit_log', 'audit_log', coalesce(left(filter, 100), 'all'), null, null,
    jsonb_strip_nulls(jsonb_build_object('person', left(search, 100), 'act', left(action, 100), 'object', left(object, 100),
      'from', from_day, 'to', to_day)));
end $$;
comment on function public.begin_audit_export is 'For admins: notes that the audit log is exported, and what of it.';
grant execute on function public.begin_audit_export to authenticated;

create function public.audit_export_rows(search text default null, filter text default null, action text default null,
    object text default null, from_day date default null, to_day date default null, before bigint default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  found record;
begin
  perform private.require_role('admin');
  select f.* into found from private.find_audit_entries(
    case when private.trim_text(search) <> '' then private.find_actors(private.build_search_pattern(search)) end,
    action, filter, object, from_day, to_day, before, 1000) f;
  return jsonb_build_object('next', found.looked_to, 'entries', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'at', a.at, 'actor_id', a.actor_id, 'actor', p.username, 'act', a.act,
        'subject', a.subject, 'subject_id', a.subject_id, 'label', a.label, 'reason', a.reason, 'change', a.change,
        'position', s.position, 'hash', encode(s.hash, 'hex')) order by f.n)
    from unnest(found.ids) with ordinality f (id, n)
      join public.audit_log a on a.id = f.id
      left join private.audit_seals s on s.entry_id = a.id
      left join private.profiles p on p.id = a.actor_id), '[]'));
end $$;
comment on function public.audit_export_rows is
  'For admins: what matches of the thousand entries before one, newest first, with their seals. next: where to look on; null at the end.';
grant execute on function public.audit_export_rows to authenticated;
