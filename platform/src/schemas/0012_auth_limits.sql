-- Rate limits, in the database because several processes can serve one deployment. The keys are hashes: neither addresses
-- nor names are stored. Unlogged: after a crash counting starts again.
create unlogged table platform.rate_limits (
  key text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
comment on table platform.rate_limits is 'Attempts within a window of time, per rule and hashed address or account.';
create index on platform.rate_limits (ends_at);
