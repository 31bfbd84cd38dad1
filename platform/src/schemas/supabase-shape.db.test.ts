import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-databases.ts';
import type { Database } from '../database/database.ts';
import { installSchemas } from './install-schemas.ts';

/**
 * The tables of a Supabase project: column, type, `!` for not null, `=` for a generated column. Code that uses these
 * tables, and rows imported from a project, rely on every line.
 */
const supabase: Record<string, string> = {
  'auth.audit_log_entries':
    'instance_id uuid, id uuid!, payload json, created_at timestamptz, ip_address varchar(64)!',
  'auth.flow_state':
    'id uuid!, user_id uuid, auth_code text, code_challenge_method auth.code_challenge_method, code_challenge text, provider_type text!, provider_access_token text, provider_refresh_token text, created_at timestamptz, updated_at timestamptz, authentication_method text!, auth_code_issued_at timestamptz, invite_token text, referrer text, oauth_client_state_id uuid, linking_target_id uuid, email_optional bool!',
  'auth.identities':
    'provider_id text!, user_id uuid!, identity_data jsonb!, provider text!, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz, email text=, id uuid!',
  'auth.instances':
    'id uuid!, uuid uuid, raw_base_config text, created_at timestamptz, updated_at timestamptz',
  'auth.mfa_amr_claims':
    'session_id uuid!, created_at timestamptz!, updated_at timestamptz!, authentication_method text!, id uuid!',
  'auth.mfa_challenges':
    'id uuid!, factor_id uuid!, created_at timestamptz!, verified_at timestamptz, ip_address inet!, otp_code text, web_authn_session_data jsonb',
  'auth.mfa_factors':
    'id uuid!, user_id uuid!, friendly_name text, factor_type auth.factor_type!, status auth.factor_status!, created_at timestamptz!, updated_at timestamptz!, secret text, phone text, last_challenged_at timestamptz, web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb',
  'auth.oauth_client_states': 'id uuid!, provider_type text!, code_verifier text, created_at timestamptz!',
  'auth.oauth_clients':
    'id uuid!, client_secret_hash text, registration_type auth.oauth_registration_type!, redirect_uris text!, grant_types text!, client_name text, client_uri text, logo_uri text, created_at timestamptz!, updated_at timestamptz!, deleted_at timestamptz, client_type auth.oauth_client_type!, token_endpoint_auth_method text!',
  'auth.one_time_tokens':
    'id uuid!, user_id uuid!, token_type auth.one_time_token_type!, token_hash text!, relates_to text!, created_at timestamp!, updated_at timestamp!',
  'auth.refresh_tokens':
    'instance_id uuid, id int8!, token varchar(255), user_id varchar(255), revoked bool, created_at timestamptz, updated_at timestamptz, parent varchar(255), session_id uuid',
  'auth.saml_providers':
    'id uuid!, sso_provider_id uuid!, entity_id text!, metadata_xml text!, metadata_url text, attribute_mapping jsonb, created_at timestamptz, updated_at timestamptz, name_id_format text',
  'auth.saml_relay_states':
    'id uuid!, sso_provider_id uuid!, request_id text!, for_email text, redirect_to text, created_at timestamptz, updated_at timestamptz, flow_state_id uuid',
  'auth.schema_migrations': 'version varchar(255)!',
  'auth.sessions':
    'id uuid!, user_id uuid!, created_at timestamptz, updated_at timestamptz, factor_id uuid, aal auth.aal_level, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet, tag text, oauth_client_id uuid, refresh_token_hmac_key text, refresh_token_counter int8, scopes text',
  'auth.sso_domains':
    'id uuid!, sso_provider_id uuid!, domain text!, created_at timestamptz, updated_at timestamptz',
  'auth.sso_providers':
    'id uuid!, resource_id text, created_at timestamptz, updated_at timestamptz, disabled bool',
  'auth.users':
    'instance_id uuid, id uuid!, aud varchar(255), role varchar(255), email varchar(255), encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255), recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255), email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin bool, created_at timestamptz, updated_at timestamptz, phone text, phone_confirmed_at timestamptz, phone_change text, phone_change_token varchar(255), phone_change_sent_at timestamptz, confirmed_at timestamptz=, email_change_token_current varchar(255), email_change_confirm_status int2, banned_until timestamptz, reauthentication_token varchar(255), reauthentication_sent_at timestamptz, is_sso_user bool!, deleted_at timestamptz, is_anonymous bool!',
  'auth.webauthn_challenges':
    'id uuid!, user_id uuid, challenge_type text!, session_data jsonb!, created_at timestamptz!, expires_at timestamptz!',
  'auth.webauthn_credentials':
    'id uuid!, user_id uuid!, credential_id bytea!, public_key bytea!, attestation_type text!, aaguid uuid, sign_count int8!, transports jsonb!, backup_eligible bool!, backed_up bool!, friendly_name text!, created_at timestamptz!, updated_at timestamptz!, last_used_at timestamptz',
  'realtime.messages':
    'topic text!, extension text!, payload jsonb, event text, private bool, updated_at timestamp!, inserted_at timestamp!, id uuid!, binary_payload bytea, skip_broadcast bool!, expires_at timestamp',
  'storage.buckets':
    'id text!, name text!, owner uuid, created_at timestamptz, updated_at timestamptz, public bool, avif_autodetection bool, file_size_limit int8, allowed_mime_types text[], owner_id text, type storage.buckettype!',
  'storage.migrations': 'id int4!, name varchar(100)!, hash varchar(40)!, executed_at timestamp',
  'storage.objects':
    'id uuid!, bucket_id text, name text, owner uuid, created_at timestamptz, updated_at timestamptz, last_accessed_at timestamptz, metadata jsonb, path_tokens text[]=, version text, owner_id text, user_metadata jsonb',
  'storage.s3_multipart_uploads':
    'id text!, in_progress_size int8!, upload_signature text!, bucket_id text!, key text!, version text!, owner_id text, created_at timestamptz!, user_metadata jsonb, metadata jsonb',
  'storage.s3_multipart_uploads_parts':
    'id uuid!, upload_id text!, size int8!, part_number int4!, bucket_id text!, key text!, etag text!, owner_id text, version text!, created_at timestamptz!',
  'supabase_migrations.schema_migrations': 'version text!, statements text[], name text',
};

const shortNames: [RegExp, string][] = [
  [/timestamp with time zone/, 'timestamptz'],
  [/timestamp without time zone/, 'timestamp'],
  [/character varying/, 'varchar'],
  [/boolean/, 'bool'],
  [/bigint/, 'int8'],
  [/smallint/, 'int2'],
  [/integer/, 'int4'],
];

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
});
afterAll(() => database?.close());

test.each(Object.entries(supabase))('%s has the columns of a Supabase project', async (table, expected) => {
  const columns = await database.query<{ name: string; type: string; mark: string }>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type,
       case when attgenerated <> '' then '=' when attnotnull then '!' else '' end as mark
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const actual = columns.map(({ name, type, mark }) => {
    const short = shortNames.reduce((text, [long, brief]) => text.replace(long, brief), type);
    return `${name} ${short}${mark}`;
  });
  expect(actual).toEqual(expected.split(', '));
});

test('a user can sign in to an account seeded with the columns that GoTrue requires', async () => {
  await database.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at)
     values (gen_random_uuid(), 'authenticated', 'authenticated', 'manno@lakou.test',
       extensions.crypt('lakou-demo', extensions.gen_salt('bf', 4)), now(), now(), now())`,
  );
  const [user] = await database.query(
    `select confirmed_at is not null as confirmed, is_anonymous, is_sso_user,
       encrypted_password = extensions.crypt('lakou-demo', encrypted_password) as right_password
     from auth.users where email = 'manno@lakou.test'`,
  );
  expect(user).toEqual({ confirmed: true, is_anonymous: false, is_sso_user: false, right_password: true });
  await expect(
    database.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'manno@lakou.test')`),
  ).rejects.toMatchObject({ code: '23505', constraint: 'users_email_partial_key' });
});

test('deleting an account deletes its identities, sessions, tokens, factors and passkeys', async () => {
  const id = '33333333-3333-4333-8333-333333333333';
  await database.transaction((transaction) =>
    transaction.script(`
      insert into auth.users (id) values ('${id}');
      insert into auth.identities (provider_id, user_id, identity_data, provider) values ('${id}', '${id}', '{"email":"A@B.ht"}', 'email');
      insert into auth.sessions (id, user_id) values ('${id}', '${id}');
      insert into auth.refresh_tokens (token, user_id, session_id) values ('t', '${id}', '${id}');
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
        values ('${id}', now(), now(), 'password', '${id}');
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values ('${id}', '${id}', 'totp', 'unverified', now(), now());
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ('${id}', '${id}', now(), '127.0.0.1');
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
        values ('${id}', '${id}', 'recovery_token', 'hash', 'a@b.ht');
      insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ('${id}', 'id', 'key');
      insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
        values ('${id}', 'registration', '{}', now());
    `),
  );
  expect(await database.query('select email from auth.identities')).toEqual([{ email: 'a@b.ht' }]);
  await database.query('delete from auth.users where id = $1', [id]);
  const [left] = await database.query(`select
    (select count(*) from auth.identities) + (select count(*) from auth.sessions) + (select count(*) from auth.refresh_tokens)
    + (select count(*) from auth.mfa_amr_claims) + (select count(*) from auth.mfa_factors)
    + (select count(*) from auth.mfa_challenges) + (select count(*) from auth.one_time_tokens)
    + (select count(*) from auth.webauthn_credentials) + (select count(*) from auth.webauthn_challenges) = 0 as nothing`);
  expect(left).toEqual({ nothing: true });
});
