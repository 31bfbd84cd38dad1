-- The caller. The verified claims of the request are in `request.jwt.claims`; older PostgREST versions set
-- one `request.jwt.claim.<name>` per claim instead, and that wins where it is set. An empty setting is a missing
-- one: that is what a setting reads as after the transaction that set it has ended.
-- Plain SQL without a search_path of their own, so that the planner can inline them into policies.

create function auth.jwt() returns jsonb
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')
)::jsonb;
comment on function auth.jwt() is 'All claims of the request''s token; null without one.';

create function auth.uid() returns uuid
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.sub', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
)::uuid;
comment on function auth.uid() is 'The id of the signed-in person; null for visitors.';

create function auth.role() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.role', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
);
comment on function auth.role() is 'The role in the token: anon, authenticated or service_role.';

create function auth.email() returns text
language sql stable
return coalesce(
  nullif(current_setting('request.jwt.claim.email', true), ''),
  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
);
comment on function auth.email() is 'The email address in the token.';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to public;
