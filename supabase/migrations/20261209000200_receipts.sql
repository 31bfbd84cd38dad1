-- Receipts: numbered by year without gaps, with the tax that was included on the day of the payment.

-- Taxes ---------------------------------------------------------------------------------------------------------------

create table private.tax_rates (
  id bigint generated always as identity primary key,
  country text not null constraint country_known check (country ~ '^[A-Z]{2}$'),
  name text not null constraint name_given check (char_length(name) between 1 and 40),
  percent numeric(5, 2) not null constraint percent_sane check (percent between 0 and 50),
  valid_from date not null,
  set_by uuid references private.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.tax_rates is 'Taxes that prices include, per country of the buyer. The newest row whose day has come counts. Append-only: 0 percent ends one.';
create index tax_rates_by_country on private.tax_rates (country, valid_from desc, id desc);
create index tax_rates_set_by_idx on private.tax_rates (set_by);
alter table private.tax_rates enable row level security;
insert into private.personal_data (relation, person_column, after_deletion)
  values ('private.tax_rates', 'set_by', 'anonymous');

create function public.set_tax_rate(country text, name text, percent numeric, valid_from date) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  named text := left(private.trim_text(set_tax_rate.name), 40);
begin
  perform private.require_role('accountant');
  if coalesce(upper(set_tax_rate.country), '') !~ '^[A-Z]{2}$' then
    raise exception using errcode = '23514', message = 'Please enter the code of a country, such as HT', hint = 'country_invalid';
  end if;
  if coalesce(named, '') = '' then
    raise exception using errcode = '23514', message = 'Please enter the name of the tax', hint = 'tax_name_needed';
  end if;
  if set_tax_rate.percent is null or set_tax_rate.percent not between 0 and 50 then
    raise exception using errcode = '23514', message = 'Please enter a valid rate', hint = 'rate_invalid';
  end if;
  if set_tax_rate.valid_from is null or set_tax_rate.valid_from not between current_date - 1 and current_date + 3660 then
    raise exception using errcode = '23514', message = 'Please enter a valid date', hint = 'date_invalid';
  end if;
  insert into private.tax_rates (country, name, percent, valid_from, set_by)
    values (upper(set_tax_rate.country), named, set_tax_rate.percent, set_tax_rate.valid_from, auth.uid());
  perform private.write_audit_log('set_tax_rate', 'payments', upper(set_tax_rate.country), named, null,
    jsonb_build_object('percent', jsonb_build_array(null, set_tax_rate.percent), 'valid_from', set_tax_rate.valid_from));
end $$;
comment on function public.set_tax_rate is 'For accountants and admins: which tax prices include for buyers in a country, from a day on. Receipts keep what they have.';
grant execute on function public.set_tax_rate(text, text, numeric, date) to authenticated;

create function public.admin_tax_rates() returns table (
    id bigint, country text, name text, percent numeric, valid_from date, username text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('accountant');
  return query
    select r.id, r.country, r.name, r.percent, r.valid_from, p.username
    from private.tax_rates r left join private.profiles p on p.id = r.set_by
    order by r.id desc limit 100;
end $$;
comment on function public.admin_tax_rates is 'For accountants and admins: the last hundred rates, and who set them.';
grant execute on function public.admin_tax_rates() to authenticated;

-- Receipts ------------------------------------------------------------------------------------------------------------

alter table public.ledger
  add column country text constraint country_known check (country ~ '^[A-Z]{2}$');
comment on column public.ledger.country is 'Where the buyer paid from, as far as the provider says so.';

create table private.receipt_counters (
  year integer primary key,
  last integer not null
);
comment on table private.receipt_counters is 'The last number of each year. Its row is locked until the payment is booked: no gap and no number twice.';
alter table private.receipt_counters enable row level security;

create table private.receipts (
  ledger_id bigint primary key references public.ledger (id) on delete restrict,
  year integer not null,
  number integer not null,
  issued_at timestamptz not null default now(),
  tax_name text,
  tax_percent numeric(5, 2),
  tax_minor bigint,
  constraint numbered_once unique (year, number),
  constraint tax_whole check (num_nonnulls(tax_name, tax_percent, tax_minor) in (0, 3))
);
comment on table private.receipts is 'One for each payment, numbered by the year in which it was booked (UTC). The tax is part of the amount.';
alter table private.receipts enable row level security;

create function private.issue_receipt() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  this_year integer := extract(year from new.booked_at at time zone 'UTC');
  next_number integer;
  tax private.tax_rates;
begin
  select t.* into tax from private.tax_rates t
    where t.country = new.country and t.valid_from <= (new.booked_at at time zone 'UTC')::date
    order by t.valid_from desc, t.id desc limit 1;
  insert into private.receipt_counters as c (year, last) values (this_year, 1)
    on conflict (year) do update set last = c.last + 1 returning c.last into next_number;
  insert into private.receipts (ledger_id, year, number, issued_at, tax_name, tax_percent, tax_minor)
    values (new.id, this_year, next_number, new.booked_at, tax.name, tax.percent,
      round(new.amount_minor * tax.percent / (100 + tax.percent)));
  return null;
end $$;
comment on function private.issue_receipt is 'In the transaction that books the payment: if that is rolled back, so is the number.';
create trigger issue_receipt after insert on public.ledger
  for each row when (new.kind = 'payment') execute function private.issue_receipt();

insert into private.receipts (ledger_id, year, number, issued_at)
  select l.id, l.year, row_number() over (partition by l.year order by l.id), l.booked_at
  from (select x.*, extract(year from x.booked_at at time zone 'UTC')::integer as year from public.ledger x where x.kind = 'payment') l;
insert into private.receipt_counters (year, last) select r.year, max(r.number) from private.receipts r group by r.year;

create or replace function private.book_ledger_entry(event jsonb, bought public.orders) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  amount bigint := (event ->> 'amount_minor')::bigint;
  paid_currency text := upper(event ->> 'currency');
  happened timestamptz := least(coalesce((event ->> 'occurred_at')::timestamptz, now()), now());
  is_payment boolean := event ->> 'kind' = 'payment';
begin
  if amount is null or amount not between 1 and 10000000 then
    raise exception using errcode = '22023', message = format('amount_minor %s is not an amount', coalesce(amount::text, 'null'));
  end if;
  insert into public.ledger (
    order_id, kind, amount_minor, currency, provider, provider_reference, payment_reference, occurred_at, period_end, problem, country)
  values (
    bought.id, event ->> 'kind', case when event ->> 'kind' in ('refund', 'dispute') then -amount else amount end, paid_currency,
    event ->> 'provider', event ->> 'reference', event ->> 'payment_reference', happened,
    case when is_payment and bought.plan is not null then coalesce(
      (event ->> 'period_end')::timestamptz,
      happened + (select l.lasts from public.plans l where l.id = bought.plan)) end,
    -- The amount is what was charged; less than the price, or another currency, gives no entitlement.
    case when is_payment and private.is_title_deleted(bought) then 'title_deleted'
      when is_payment and paid_currency <> bought.currency then 'currency_wrong'
      when is_payment and amount < bought.amount_minor then 'amount_short' end,
    -- Wallets in gourdes are Haitian.
    case when private.takes_gourdes(event ->> 'provider') then 'HT'
      when event ->> 'country' ~ '^[A-Z]{2}$' then event ->> 'country' end)
  on conflict on constraint booked_once do nothing;
end $$;

create function public.read_receipt(entry bigint) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  person uuid := private.require_account();
  found jsonb;
begin
  select jsonb_build_object(
    'id', l.id, 'kind', l.kind, 'number', case when r.number is not null then r.year || '-' || lpad(r.number::text, 6, '0') end,
    'occurred_at', l.occurred_at, 'issued_at', r.issued_at, 'amount_minor', l.amount_minor, 'currency', l.currency,
    'price_minor', o.price_minor, 'exchange_rate', o.exchange_rate, 'country', l.country,
    'tax_name', r.tax_name, 'tax_percent', r.tax_percent, 'tax_minor', r.tax_minor, 'problem', l.problem,
    'title', o.title, 'transaction_type', o.transaction_type, 'media_type', o.media_type, 'plan', o.plan, 'pass', o.pass,
    'period_end', l.period_end, 'provider', l.provider, 'provider_reference', l.provider_reference, 'order_id', o.id,
    'email', d.email,
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'amount_minor', b.amount_minor, 'occurred_at', b.occurred_at)
        order by b.occurred_at, b.id), '[]')
      from public.ledger b
      where l.kind = 'payment' and b.order_id = l.order_id and b.provider = l.provider and b.kind <> 'payment'
        and coalesce(b.payment_reference, b.provider_reference) = l.provider_reference))
    into found
    from public.ledger l
      join public.orders o on o.id = l.order_id
      left join private.receipts r on r.ledger_id = l.id
      left join private.member_directory d on d.id = o.user_id
    where l.id = read_receipt.entry and (o.user_id = person or private.has_role('accountant'));
  if found is null then
    raise exception using errcode = 'P0002', message = 'No such receipt', hint = 'receipt_missing';
  end if;
  return found;
end $$;
comment on function public.read_receipt is 'The receipt of a payment, or what was booked later, for its buyer, accountants and admins.';
grant execute on function public.read_receipt(bigint) to authenticated;
