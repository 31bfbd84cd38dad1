-- A member's list of payments names the pass that was paid for, so that it can be said in their language.

drop function public.my_payments();
create function public.my_payments() returns table (
    id bigint, occurred_at timestamptz, kind text, amount_minor bigint, currency text, title text, transaction_type text,
    media_type text, media_id uuid, plan text, pass text, period_end timestamptz, problem text, provider text,
    provider_reference text, order_id uuid, status text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
begin
  return query
    select l.id, l.occurred_at, l.kind, l.amount_minor, l.currency, o.title, o.transaction_type, o.media_type,
      coalesce(o.movie_id, o.series_id), o.plan, o.pass, l.period_end, l.problem, l.provider, l.provider_reference, o.id, o.status
    from public.orders o join public.ledger l on l.order_id = o.id
    where o.user_id = person
    order by l.occurred_at desc, l.id desc;
end $$;
comment on function public.my_payments is 'The caller''s receipts: every ledger entry of their orders, newest first.';
grant execute on function public.my_payments() to authenticated;
