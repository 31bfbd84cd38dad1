-- In PostgreSQL \v is no vertical tab but the letter v: names and texts lost theirs at both ends.
create or replace function private.trimmed(value text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
  select btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;
