drop function public.payment_export_rows(date, date, timestamptz, bigint);
create function public.payment_export_rows(
    from_day date, to_day date, after_time timestamptz default null, after_id bigint default 0) returns table (
    id bigint, occurred_at timestamptz, kind text, amount_minor bigint, currency text, price_minor integer, exchange_rate numeric,
    provider text, provider_reference text, order_id uuid, transaction_type text, title text, username text, email text, problem text,
    receipt text, tax_name text, tax_percent numeric, tax_minor bigint)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.price_minor, o.exchange_rate, l.provider, l.provider_reference,
      l.order_id, o.transaction_type, o.title, p.username, d.email, l.problem,
      r.year || '-' || lpad(r.number::text, 6, '0'), r.tax_name, r.tax_percent, r.tax_minor
    from (
      select x.* from public.ledger x
      where x.occurred_at >= from_day::timestamp at time zone 'UTC' and x.occurred_at < (to_day + 1)::timestamp at time zone 'UTC'
        and (x.occurred_at, x.id) > (coalesce(after_time, '-infinity'), after_id)
      order by x.occurred_at, x.id limit 500) l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.profiles p on p.id = o.user_id
      left join private.member_directory d on d.id = o.user_id
    order by l.occurred_at, l.id;
end $$;
comment on function public.payment_export_rows is 'For accountants and admins: five hundred entries of the ledger after one, with order, member and receipt.';
grant execute on function public.payment_export_rows(date, date, timestamptz, bigint) to authenticated;
