-- Two calls that list the same entries in different orders waited for each other for ever. An entry that is listed twice counts
-- once.
create or replace function public.save_provider_entries(provider text, entries jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into private.provider_entries as p (provider, reference, kind, amount_minor, currency, occurred_at)
    select distinct on (e.reference, e.kind) save_provider_entries.provider, e.reference, e.kind,
      case when e.kind in ('refund', 'dispute') then -e.amount_minor else e.amount_minor end, upper(e.currency), e.occurred_at
    from jsonb_to_recordset(entries) e (reference text, kind text, amount_minor bigint, currency text, occurred_at timestamptz)
    where e.kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')
    order by e.reference, e.kind, e.occurred_at desc
    on conflict on constraint provider_entries_pkey do update set amount_minor = excluded.amount_minor, currency = excluded.currency
    where (p.amount_minor, p.currency) is distinct from (excluded.amount_minor, excluded.currency)
$$;
