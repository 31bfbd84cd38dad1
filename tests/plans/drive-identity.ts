import { randomUUID } from 'node:crypto';
import { idOf } from '../../bench/big-world/ids.ts';
import { type Person, register, setUpFactor, signIn } from '../support/account-people.ts';
import type { PlanClient } from './plan-client.ts';

/** Somebody joins, sets up what an account has, and leaves. */
export async function driveIdentity(client: PlanClient): Promise<void> {
  const { server } = client;
  const person = await register(server);
  const as = { token: person.token };
  await client.must('PATCH', `/rest/v1/profiles?id=eq.${person.id}`, {
    as,
    body: { first_name: 'Jan', last_name: 'Pyè', bio: 'Bonjou' },
  });
  await client.rpc('my_sessions', {}, as);
  await client.rpc('recovery_codes_left', {}, as);
  await client.must('POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: person.refreshToken },
  });
  for (const path of ['otp', 'magiclink', 'recover'])
    await client.send('POST', `/auth/v1/${path}`, { body: { email: person.email } });
  await client.send('POST', '/auth/v1/resend', { body: { email: person.email, type: 'signup' } });
  await client.send('POST', '/auth/v1/verify', {
    body: { email: person.email, token: '123456', type: 'email' },
  });
  await client.send('POST', '/auth/v1/token?grant_type=password', {
    body: { email: person.email, password: 'move-modpas-la' },
  });
  await client.send('POST', '/auth/v1/token?grant_type=pkce', {
    body: { auth_code: randomUUID(), code_verifier: 'x'.repeat(43) },
  });
  await television(client, person);
  await avatar(client, person);
  await factors(client);
  await accounts(client);
  await leave(client);
}

async function television(client: PlanClient, { token }: Person): Promise<void> {
  const shown = await client.rpc('request_device_code', {});
  const claim = () => client.rpc('claim_device_session', { device_secret: shown.device_secret });
  await claim();
  await client.rpc('read_device_code', { code: shown.user_code }, { token });
  await client.rpc('answer_device_code', { code: shown.user_code, approve: true }, { token });
  const { refresh_token } = await claim();
  await client.must('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
}

async function avatar(client: PlanClient, { id, token }: Person): Promise<void> {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const name = `${id}/${randomUUID()}.png`;
  await client.must('POST', `/storage/v1/object/profile-images/${name}`, {
    as: { token },
    body: new Uint8Array(picture),
    headers: { 'content-type': 'image/png' },
  });
  await client.must('PATCH', `/rest/v1/profiles?id=eq.${id}`, {
    as: { token },
    body: { avatar_url: `/storage/v1/object/public/profile-images/${name}` },
  });
  await client.send('GET', `/storage/v1/object/public/profile-images/${name}`);
  await client.send('GET', `/storage/v1/render/image/public/profile-images/${name}?width=64`);
}

async function factors(client: PlanClient): Promise<void> {
  const person = await register(client.server);
  await setUpFactor(person);
  const { data: session } = await person.client.auth.getSession();
  const as = { token: session.session?.access_token ?? '' };
  const [code] = await client.rpc('make_recovery_codes', {}, as);
  const [first] = await client.rpc('my_sessions', {}, as);
  const device = await signIn(client.server, person.email);
  await client.rpc('use_recovery_code', { code }, { token: device.token });
  await client.rpc('revoke_session', { session_id: first.id }, as);
}

async function accounts(client: PlanClient): Promise<void> {
  const email = `p${randomUUID().slice(0, 8)}@example.test`;
  await client.must('GET', '/auth/v1/admin/users?page=1&per_page=20', { as: 'service' });
  await client.must('GET', '/auth/v1/admin/audit', { as: 'service' });
  const { id } = await client.must('POST', '/auth/v1/admin/users', {
    as: 'service',
    body: { email, email_confirm: true, user_metadata: { picture: 'https://example.test/face.png' } },
  });
  await client.must('GET', `/auth/v1/admin/users/${id}`, { as: 'service' });
  await client.must('PUT', `/auth/v1/admin/users/${id}`, {
    as: 'service',
    body: { user_metadata: { a: 1 } },
  });
  await client.must('POST', '/auth/v1/admin/generate_link', {
    as: 'service',
    body: { type: 'magiclink', email },
  });
  await client.must('DELETE', `/auth/v1/admin/users/${id}`, { as: 'service' });
}

/** Exports and deletes accounts with an ordinary amount of data: it is theirs to grow with. */
async function leave(client: PlanClient): Promise<void> {
  await client.rpc('download_my_data', {}, 'other');
  await client.rpc('files_of_person', { person: idOf('member', 16) }, 'service');
  // Background work calls it for large accounts; this one does not exist.
  await client.send('POST', '/functions/v1/erase-account', {
    as: 'service',
    body: { user_id: randomUUID() },
  });
  for (const viewings of [1, 6_000]) {
    const { id, token } = await register(client.server);
    await client.server.database.query(
      'insert into public.watch_sessions (id, user_id) select gen_random_uuid(), $1 from generate_series(1, $2::integer)',
      [id, viewings],
    );
    await client.rpc('can_delete_account', {}, { token });
    await client.must('POST', '/functions/v1/delete-account', { as: { token }, body: {} });
  }
}
