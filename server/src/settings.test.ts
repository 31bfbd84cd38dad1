import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

test("README's table lists every setting, its default and what it does", () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.split('<!-- settings:')[1] ?? '';
  const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \| (.*) \|$/gm)].map(
    ([, name, fallback, about]) => ({
      name,
      fallback,
      about,
    }),
  );
  const wanted = documented().map(({ name, fallback, about }) => ({
    name,
    fallback: fallback === undefined ? '' : `\`${fallback}\``,
    about,
  }));
  expect(rows).toEqual(wanted);
});

// `vitest run --project unit server/src/settings.test.ts -u` writes the file again.
test('.env.example lists every setting, its default and what it does', async () => {
  const entries = documented().map(
    ({ name, fallback, about }) => `# ${about}\n# ${name}=${fallback ?? ''}\n`,
  );
  const head =
    '# Copy this file to .env and remove the # of what you set. README has the same list as a table.\n\n';
  await expect(head + entries.join('\n')).toMatchFileSnapshot('../../.env.example');
});

function documented(): { name: string; fallback: unknown; about: string }[] {
  return Object.entries(settings).map(([name, { shape, about }]) => ({
    name,
    fallback: plain(shape.safeParse(undefined).data, name),
    about,
  }));
}

test('an empty variable means that it is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 4000,
    database: { kind: 'embedded' },
  });
});

test('PUBLIC_URL loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://lakou.example/' }).publicUrl).toBe('https://lakou.example');
});

/** How a default stands in the table: a folder from the root, the first of a list, nothing for what has none. */
function plain(value: unknown, name: string): unknown {
  const one = [value].flat()[0];
  if (['DATA_DIR', 'WEB_BUILD'].includes(name))
    return relative(join(import.meta.dirname, '../..'), String(one));
  return typeof one === 'object' ? undefined : one;
}

test.each([
  ['PORT', '70000', '65535'],
  ['LAKOU_ENV', 'staging', 'demo or production'],
  ['PUBLIC_URL', 'lakou', 'web address'],
  ['DATABASE_URL', 'mysql://x', 'postgres://'],
  ['DATABASE_REPLICA_URL', 'postgres://replica/lakou', 'DATABASE_URL'],
  ['ADMIN_SETUP', 'maybe', 'code, open, closed or reopen'],
  ['SMTP_URL', 'mail.example', 'smtp://'],
  ['GOOGLE_CLIENT_ID', 'x', 'GOOGLE_CLIENT_SECRET'],
])('%s=%s is refused in one line that says what is wrong', (name, value, said) => {
  const refused = () => readConfig({ [name]: value });
  expect(refused).toThrow(said);
  expect(refused).not.toThrow('\n');
});

test('rate limits can be set one by one', () => {
  const { limits } = readConfig({ AUTH_LIMITS: 'signUps=100/300, mails=off' }).auth;
  expect(limits).toMatchObject({ signUps: { hits: 100, seconds: 300 }, mails: null });
  expect(() => readConfig({ AUTH_LIMITS: 'signups=1/2' })).toThrow('AUTH_LIMITS must name limits');
});

test('production needs an address for what people write; the demo has one', () => {
  const production = { LAKOU_ENV: 'production', EMBEDDED_DATABASE: 'yes', SMTP_URL: 'smtp://127.0.0.1:9' };
  expect(() => readConfig(production)).toThrow('set SUPPORT_EMAIL');
  const { contact } = readConfig({ ...production, SUPPORT_EMAIL: 'support@lakou.example' });
  expect(contact.supportEmail).toBe('support@lakou.example');
  expect(readConfig({}).contact.supportEmail).toBe('support@lakou.test');
  expect(() => readConfig({ SUPPORT_EMAIL: 'support' })).toThrow('SUPPORT_EMAIL must be an e-mail address');
});

test('only links that were set are shown', () => {
  expect(readConfig({}).contact).toMatchObject({ social: {}, stores: {} });
  const { contact } = readConfig({ SOCIAL_YOUTUBE: 'https://youtube.example/@lakou', STORE_APPLE: '' });
  expect(contact).toMatchObject({ social: { youtube: 'https://youtube.example/@lakou' }, stores: {} });
  expect(() => readConfig({ STORE_GOOGLE: 'javascript:alert(1)' })).toThrow(
    'STORE_GOOGLE must be a web address',
  );
});

test('production refuses test codes without an end, and the secret that everybody knows', () => {
  const production = {
    LAKOU_ENV: 'production',
    EMBEDDED_DATABASE: 'yes',
    SMTP_URL: 'smtp://localhost',
    SUPPORT_EMAIL: 'support@lakou.example',
  };
  const codes = { ...production, AUTH_TEST_CODES: '15555550100=123456' };
  expect(() => readConfig(codes)).toThrow('AUTH_TEST_CODES_UNTIL');
  const config = readConfig({ ...codes, AUTH_TEST_CODES_UNTIL: '2027-01-31T00:00:00Z' });
  expect(config.auth.testCodes.get('15555550100')).toBe('123456');
  const known = 'super-secret-jwt-token-with-at-least-32-characters-long';
  expect(() => readConfig({ ...production, JWT_SECRET: known })).toThrow('JWT_SECRET');
  expect(() => readConfig({ AUTH_TEST_CODES: '15555550100=12345' })).toThrow('AUTH_TEST_CODES');
  expect(() => readConfig({ JWT_SECRET: 'short' })).toThrow('32 characters');
});

test('the Android app is a package with fingerprints of certificates', () => {
  const fingerprint = Array(32).fill('ab').join(':');
  expect(readConfig({ ANDROID_APP: `ht.lakou.app=${fingerprint}, ${fingerprint}` }).androidApp).toEqual({
    package: 'ht.lakou.app',
    fingerprints: [fingerprint.toUpperCase(), fingerprint.toUpperCase()],
  });
  expect(readConfig({}).androidApp).toBeUndefined();
  for (const wrong of ['ht.lakou.app', 'lakou=AB', `ht.lakou.app=${fingerprint}:ff`, `=${fingerprint}`])
    expect(() => readConfig({ ANDROID_APP: wrong }), wrong).toThrow('ANDROID_APP');
});
