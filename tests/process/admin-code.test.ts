import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lakou-admin-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const production = {
  DATA_DIR,
  LAKOU_ENV: 'production',
  EMBEDDED_DATABASE: 'yes',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SUPPORT_EMAIL: 'support@lakou.example',
  AUTH_CONFIRM_EMAIL: 'no',
};
const printedCode = ({ output }: LakouProcess) =>
  /^ {2}([A-Z0-9]{4}(?:-[A-Z0-9]{4}){3})$/m.exec(output())?.[1];

async function member({ url }: LakouProcess, email: string) {
  const { anonKey } = await loadSigningKeys({ folder: DATA_DIR });
  const client = createClient(url, anonKey, { auth: { persistSession: false } });
  const account = { email, password: 'yon bon modpas' };
  const { error } = await client.auth.signInWithPassword(account);
  if (error) await client.auth.signUp(account);
  return client;
}

test('only the person who reads the code of the last start becomes the first admin, once', async () => {
  const first = await startLakou(production);
  const old = printedCode(first);
  expect(old).toBeDefined();
  const early = await member(first, 'prese@example.test');
  expect((await early.rpc('setup_admin')).data).toBe(false);
  await first.stop();

  const second = await startLakou(production);
  const code = printedCode(second);
  expect(code).not.toBe(old);
  const stranger = await member(second, 'prese@example.test');
  for (const wrong of [undefined, '', old])
    expect((await stranger.rpc('setup_admin', { code: wrong })).data).toBe(false);
  const operator = await member(second, 'chef@example.test');
  expect((await operator.rpc('setup_admin', { code: code?.toLowerCase().replaceAll('-', ' ') })).data).toBe(
    true,
  );
  expect((await operator.rpc('is_admin')).data).toBe(true);
  expect((await stranger.rpc('setup_admin', { code })).error?.hint).toBe('admin_setup_closed');
  await second.stop();

  const third = await startLakou({ ...production, ADMIN_SETUP: 'reopen' });
  expect(printedCode(third), 'there is an admin').toBeUndefined();
  await third.stop();
});
