-- How often somebody tried something, counted here because several processes may serve one house. The keys are
-- hashes: neither addresses nor names are kept. Unlogged: after a crash everybody may start counting anew.
create unlogged table platform.rate_limits (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
comment on table platform.rate_limits is 'Tries within a window of time, per rule and hashed address or account.';
create index on platform.rate_limits (ends_at);
