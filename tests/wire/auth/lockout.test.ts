import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultAuthLimits } from '../../../platform/src/auth/settings.ts';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

/** Strangers who guess an account's password can neither go on for long nor lock its owner out. */
let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  // A quarter of the real numbers, because every guess is hashed.
  const quarter = ({ hits, seconds }: { hits: number; seconds: number }) => ({ hits: hits / 4, seconds });
  const { failuresPerDevice, failuresPerAddress, failuresPerAccount } = defaultAuthLimits;
  server.settings.limits = {
    ...defaultAuthLimits,
    pauseBetweenMessages: 0,
    failuresPerDevice: quarter(failuresPerDevice!),
    failuresPerAddress: quarter(failuresPerAddress!),
    failuresPerAccount: quarter(failuresPerAccount!),
  };
  await server.database.query('delete from platform.rate_limits');
});

const email = 'member@lakou.test';
const at = (address: string, cookie = '') => ({ 'x-test-address': address, ...(cookie ? { cookie } : {}) });

async function signIn(password: string, headers: Record<string, string>, name = email) {
  const response = await server.request('/token?grant_type=password', {
    json: { email: name, password },
    headers,
  });
  const body = (await response.json()) as { access_token?: string; error_code?: string };
  const cookie = response.headers.getSetCookie()[0] ?? '';
  return { result: body.access_token ? 'signed in' : body.error_code, cookie };
}

/** What a browser sends back. */
const deviceCookie = async (headers: Record<string, string>) =>
  (await signIn(DEMO_PASSWORD, headers)).cookie.split(';')[0] ?? '';

async function guess(times: number, addressOf: (n: number) => string) {
  const guesses = Array.from({ length: times }, (_, n) => signIn(`wrong ${n}`, at(addressOf(n))));
  return (await Promise.all(guesses)).map(({ result }) => result);
}

const manyAddresses = (n: number) => `198.51.100.${n % 250}`;

describe('a stranger at one address', () => {
  test('has a few guesses a day, and does not lock the owner out anywhere else', async () => {
    const results = await guess(40, () => '198.51.100.7');
    expect(results.filter((result) => result === 'invalid_credentials')).toHaveLength(5);
    expect((await signIn(DEMO_PASSWORD, at('198.51.100.7'))).result).toBe('over_request_rate_limit');
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9'))).result).toBe('signed in');
    expect((await signIn(DEMO_PASSWORD, at('198.51.100.7'), 'subscriber@lakou.test')).result).toBe(
      'signed in',
    );
  });

  test('has no more guesses with other addresses of the same network', async () => {
    const sixtyFour = await guess(12, (n) => `2001:db8:1:2:${n}::${n}`);
    expect(sixtyFour.filter((result) => result === 'invalid_credentials')).toHaveLength(5);
    const written = ['192.0.2.5', '::ffff:192.0.2.5', '::ffff:c000:205', '0:0:0:0:0:FFFF:192.0.2.5'];
    const mapped = await guess(12, (n) => written[n % 4] ?? '');
    expect(mapped.filter((result) => result === 'invalid_credentials')).toHaveLength(5);
  });

  test('does not lock a known device out that shares the address', async () => {
    const cookie = await deviceCookie(at('198.51.100.7'));
    await guess(40, () => '198.51.100.7');
    expect((await signIn(DEMO_PASSWORD, at('198.51.100.7', cookie))).result).toBe('signed in');
  });
});

describe('strangers at many addresses', () => {
  test('have a limited number of guesses a day in all, and the owner’s known device still gets in', async () => {
    const cookie = await deviceCookie(at('203.0.113.9'));
    const results = await guess(60, manyAddresses);
    expect(results.filter((result) => result === 'invalid_credentials')).toHaveLength(25);
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9'))).result).toBe('over_request_rate_limit');
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9', cookie))).result).toBe('signed in');
  });

  test('do not lock the owner’s new device out: an emailed link lets it in, and it is known from then on', async () => {
    await guess(30, manyAddresses);
    const here = at('203.0.113.9');
    await server.request('/recover', { json: { email }, headers: here });
    const token_hash = server.mail.last(email).link.searchParams.get('token');
    const verified = await server.request('/verify', {
      json: { token_hash, type: 'recovery' },
      headers: here,
    });
    expect(verified.status).toBe(200);
    const [cookie = ''] = (verified.headers.getSetCookie()[0] ?? '').split(';');
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9', cookie))).result).toBe('signed in');
  });

  test('lose count after a day', async () => {
    await guess(30, manyAddresses);
    await server.database.query(`update platform.rate_limits set ends_at = now() - interval '1 second'`);
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9'))).result).toBe('signed in');
  });
});

describe('a known device', () => {
  test('is remembered by a cookie that scripts and other sites cannot read, and only its hash is stored', async () => {
    const { cookie } = await signIn(DEMO_PASSWORD, at('203.0.113.9'));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(/; Path=\/auth\/v1/);
    const [, token = ''] = /=([^;]+)/.exec(cookie) ?? [];
    const stored = JSON.stringify(await server.database.query('select * from platform.known_devices'));
    expect(token.length).toBeGreaterThan(40);
    expect(stored).not.toContain(token);
  });

  test('has guesses of its own, not without end', async () => {
    const cookie = await deviceCookie(at('203.0.113.9'));
    const guesses = Array.from({ length: 10 }, (_, n) => signIn(`wrong ${n}`, at('203.0.113.9', cookie)));
    const results = (await Promise.all(guesses)).map(({ result }) => result);
    expect(results.filter((result) => result === 'invalid_credentials')).toHaveLength(5);
  });

  test('is known to the accounts that signed in with it only', async () => {
    const cookie = await deviceCookie(at('203.0.113.9'));
    const name = 'subscriber@lakou.test';
    const guesses = Array.from({ length: 8 }, () => signIn('wrong', at('198.51.100.7', cookie), name));
    await Promise.all(guesses);
    expect((await signIn(DEMO_PASSWORD, at('198.51.100.7', cookie), name)).result).toBe(
      'over_request_rate_limit',
    );
  });

  test('can have several accounts', async () => {
    const cookie = await deviceCookie(at('203.0.113.9'));
    const second = await signIn(DEMO_PASSWORD, at('203.0.113.9', cookie), 'subscriber@lakou.test');
    const [both = ''] = second.cookie.split(';');
    await guess(40, () => '203.0.113.9');
    expect((await signIn(DEMO_PASSWORD, at('203.0.113.9', both))).result).toBe('signed in');
  });

  test('whose cookie was replaced or invented is not known', async () => {
    const old = await deviceCookie(at('203.0.113.9'));
    await signIn(DEMO_PASSWORD, at('203.0.113.9', old));
    const name = old.split('=')[0];
    for (const cookie of [old, `${name}=${'a'.repeat(43)}`, `${name}='; --`]) {
      await server.database.query('delete from platform.rate_limits');
      await guess(8, () => '198.51.100.7');
      expect((await signIn(DEMO_PASSWORD, at('198.51.100.7', cookie))).result).toBe(
        'over_request_rate_limit',
      );
    }
  });

  test('is a stranger after the password was changed elsewhere', async () => {
    const name = 'neg-nouvo@egzanp.test';
    server.settings.confirmEmail = false;
    const registered = await server.request('/signup', { json: { email: name, password: 'ansyen modpas' } });
    server.settings.confirmEmail = true;
    const [cookie = ''] = (registered.headers.getSetCookie()[0] ?? '').split(';');
    const { access_token } = (await registered.json()) as { access_token: string };
    const changed = await server.request('/user', {
      method: 'PUT',
      json: { password: 'modpas tou nèf' },
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(changed.status).toBe(200);
    const guesses = Array.from({ length: 8 }, () => signIn('wrong', at('198.51.100.7', cookie), name));
    await Promise.all(guesses);
    expect((await signIn('modpas tou nèf', at('198.51.100.7', cookie), name)).result).toBe(
      'over_request_rate_limit',
    );
    expect((await signIn('modpas tou nèf', at('203.0.113.9'), name)).result).toBe('signed in');
  });

  test('is forgotten when ten others have been used since', async () => {
    const first = await deviceCookie(at('203.0.113.9'));
    for (let n = 0; n < 10; n += 1) await deviceCookie(at('203.0.113.9'));
    const rows = await server.database.query(
      'select d.* from platform.known_devices d join auth.users u on u.id = d.user_id where u.email = $1',
      [email],
    );
    expect(rows).toHaveLength(10);
    await guess(8, () => '198.51.100.7');
    expect((await signIn(DEMO_PASSWORD, at('198.51.100.7', first))).result).toBe('over_request_rate_limit');
  });
});
