-- "Download my data" has what a member of staff did. `change` holds texts and prices of the catalogue, often by others: it stays out.

create or replace function private.list_export_sources()
  returns table (n bigint, section text, name text, query text, keys text[], key_types text[], hidden_columns text[])
  language sql stable security definer
  set search_path = ''
  as $$
  select row_number() over (order by x.section, x.name, x.query), x.*
  from (
    select 'tables' as section, p.relation as name,
      format('select * from %s where %I = $1::text::%s', p.relation::regclass, p.person_column,
        (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
          where a.attrelid = p.relation::regclass and a.attname = p.person_column)) as query,
      k.keys, k.types, p.hidden_columns
    from private.personal_data p, lateral (
      select array_agg(quote_ident(a.attname) order by c.position) as keys,
        array_agg(format_type(a.atttypid, a.atttypmod) order by c.position) as types
      from pg_index i, unnest(i.indkey::smallint[]) with ordinality c (number, position), pg_attribute a
      where i.indrelid = p.relation::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = c.number) k
    union all values
      ('tables', 'public.ledger',
        'select l.* from public.ledger l join public.orders o on o.id = l.order_id where o.user_id = $1',
        '{id}'::text[], '{bigint}'::text[], '{}'::text[]),
      ('tables', 'public.audit_log', 'select * from public.audit_log where actor_id = $1', '{id}', '{bigint}', '{change}'),
      ('messages_from_my_address', null,
        'select m.* from public.contact_messages m join auth.users u on u.id = $1 and lower(m.email) = lower(u.email)
          where m.user_id is distinct from $1 and u.email_confirmed_at is not null',
        '{created_at,id}', '{timestamptz,uuid}', '{}'),
      ('account_events', null,
        $q$select e.payload ->> 'action' as action, e.created_at, e.ip_address, e.id from auth.audit_log_entries e
          where e.payload ->> 'actor_id' = $1::text or e.payload -> 'traits' ->> 'user_id' = $1::text$q$,
        '{created_at,id}', '{timestamptz,uuid}', '{id}'),
      ('files', null, 'select * from private.list_member_files($1)', '{created_at,bucket_id,name}', '{timestamptz,text,text}', '{}')
  ) x
$$;
