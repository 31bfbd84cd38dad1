import { type Counts, DAYS } from './size.ts';

const NAMES = `array['Roseline','Jean','Marie','Wilner','Guerda','Frantz','Nadine','Kesner','Solange','Dieudonné']`;
const AT = `now() - interval '1 minute' * (n % ${DAYS * 1440})`;

/** Members with these numbers are suspended, in a world that has as many. */
export const SUSPENDED = { first: 300, last: 319 };

/** Accounts with sign-ins of the last year, and what they have sent. */
export function memberStatements({ members, accountEvents, auditEntries, messages }: Counts): string[] {
  const every = `generate_series(0, ${members - 1}) n`;
  const email = `'moun' || n || '@example.test'`;
  return [
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        created_at, updated_at, last_sign_in_at, confirmation_token, recovery_token, email_change_token_new, email_change)
      select pg_temp.id('member', n), 'authenticated', 'authenticated', ${email}, (select encrypted_password from auth.users where encrypted_password <> '' limit 1),
        ${AT}, '{"provider":"email","providers":["email"]}', '{}', ${AT}, ${AT}, ${AT}, '', '', '', ''
      from ${every}`,
    `insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at, last_sign_in_at)
      select 'email', pg_temp.id('member', n)::text, pg_temp.id('member', n),
        jsonb_build_object('sub', pg_temp.id('member', n), 'email', ${email}), ${AT}, ${AT}, ${AT} from ${every}`,
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, user_agent, ip)
      select pg_temp.id('session', n), pg_temp.id('member', n), ${AT}, ${AT}, ${AT}, 'aal1', 'Mozilla/5.0', '192.0.2.1' from ${every}`,
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select gen_random_uuid(), pg_temp.id('session', n), ${AT}, ${AT}, 'password' from ${every}`,
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked, parent, created_at, updated_at)
      select 'token' || n || '-' || k, pg_temp.id('member', n)::text, pg_temp.id('session', n), k < 3,
        case when k > 1 then 'token' || n || '-' || k - 1 end, ${AT}, ${AT} from ${every}, generate_series(1, 3) k`,
    `insert into private.profiles (id, username, first_name, last_name, full_name, bio, is_public, created_at)
      select pg_temp.id('member', n), 'moun' || n, name, 'Pyè ' || n, name || ' Pyè ' || n, 'Mwen renmen fim.', n % 4 > 0, ${AT}
      from ${every}, lateral (select (${NAMES})[1 + n % 10] as name) x`,
    `insert into public.terms_acceptances (user_id, version, accepted_at)
      select pg_temp.id('member', n), v.version, ${AT} from ${every}, (select version from public.terms_versions order by 1 desc limit 1) v`,
    `insert into platform.known_devices (token_hash, user_id, used_at) select md5(n::text), pg_temp.id('member', n), ${AT} from ${every}`,
    `insert into platform.ended_sessions (id, ended_at) select gen_random_uuid(), ${AT} from ${every} where n % 10 = 0`,
    `insert into private.rate_limits (action, who, window_start, times)
      select 'forum_post', pg_temp.id('member', n)::text, date_trunc('hour', now()), 1 from ${every} where n % 10 = 0`,
    `insert into private.suspensions (user_id, reason, created_at) select pg_temp.id('member', n), 'spam', ${AT} from ${every} where n between ${SUSPENDED.first} and ${SUSPENDED.last}`,
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
      select gen_random_uuid(), json_build_object('action', 'login', 'actor_id', pg_temp.id('member', n % ${members}), 'traits', json_build_object('provider', 'email')),
        ${AT}, '192.0.2.1' from generate_series(0, ${accountEvents - 1}) n`,
    `insert into public.audit_log (at, actor_id, act, subject, subject_id, label, change)
      select now() - interval '1 minute' * (${auditEntries} - n), a.user_id, 'update', (array['movies', 'series', 'members'])[1 + n % 3],
        case n % 3 when 2 then left(pg_temp.id('member', n)::text, 8) else pg_temp.id('film', n)::text end, 'Fim ' || n, '{"title":["a","b"]}'
      from generate_series(0, ${auditEntries - 1}) n, (select user_id from public.admin_users limit 1) a`,
    `insert into public.contact_messages (id, name, email, subject, message, user_id, handled_at, created_at)
      select pg_temp.id('message', n), 'Moun ' || n, ${email}, 'Kesyon ' || n, repeat('Kote fim mwen an? ', 10),
        case when n % 2 = 0 then pg_temp.id('member', n) end, case when n % 3 > 0 then now() end, ${AT} from generate_series(0, ${messages - 1}) n`,
  ];
}
