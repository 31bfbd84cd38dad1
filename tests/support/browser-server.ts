import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { fillDemoFolder, startLakou } from './lakou-process.ts';
import { OAuthProvider } from './oauth-provider.ts';

const unlimited = [
  'failuresPerDevice',
  'failuresPerAddress',
  'failuresPerAccount',
  'codeTriesPerAddress',
  'codeTriesPerAccount',
  'messagesPerAddress',
  'messagesPerRecipient',
  'failuresPerFactor',
  'signIns',
  'signUps',
  'refreshes',
  'codes',
  'verifications',
  'mails',
  'passkeyChallenges',
]
  .map((name) => `${name}=off`)
  .join(',');

/**
 * Real servers for the browser tests: the demo with providers to sign in with; a server that confirms addresses and
 * has no providers; and an empty production server.
 * With LAKOU_URL (and LAKOU_SERVICE_KEY, LAKOU_STRICT_URL, LAKOU_EMPTY_URL) set, those servers are used instead.
 */
export default async function browserServer(): Promise<() => Promise<void>> {
  if (process.env.LAKOU_URL) return async () => {};
  const provider = new OAuthProvider();
  await provider.start();
  provider.person = {
    sub: 'browser-1',
    email: 'nadege@provider.test',
    email_verified: true,
    name: 'Nadège Provider',
  };
  const webBuild: Record<string, string> = process.env.WEB_BUILD ? { WEB_BUILD: process.env.WEB_BUILD } : {};
  const folders = [mkdtempSync(join(tmpdir(), 'lakou-')), mkdtempSync(join(tmpdir(), 'lakou-'))] as const;
  for (const folder of folders) await fillDemoFolder(folder);
  const [demo, strict, empty] = await Promise.all([
    startLakou({
      ...webBuild,
      DATA_DIR: folders[0],
      INGEST: 'on',
      AUTH_LIMITS: unlimited,
      GOOGLE_CLIENT_ID: 'lakou-client',
      GOOGLE_CLIENT_SECRET: 'lakou-secret',
      GOOGLE_ISSUER: provider.url,
      FACEBOOK_CLIENT_ID: 'lakou-client',
      FACEBOOK_CLIENT_SECRET: 'lakou-secret',
      FACEBOOK_DIALOG_URL: `${provider.url}/facebook`,
      FACEBOOK_GRAPH_URL: `${provider.url}/graph`,
    }),
    startLakou({ ...webBuild, DATA_DIR: folders[1], AUTH_LIMITS: unlimited, AUTH_CONFIRM_EMAIL: 'yes' }),
    startLakou({
      ...webBuild,
      LAKOU_ENV: 'production',
      EMBEDDED_DATABASE: 'yes',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SUPPORT_EMAIL: 'support@lakou.test',
      AUTH_CONFIRM_EMAIL: 'no',
    }),
  ]);
  process.env.LAKOU_URL = demo.url;
  // Some tests write rows that only the service role can write.
  const keys = await loadSigningKeys({ folder: demo.dataFolder, given: undefined });
  process.env.LAKOU_SERVICE_KEY = keys.serviceKey;
  process.env.LAKOU_STRICT_URL = strict.url;
  process.env.LAKOU_EMPTY_URL = empty.url;
  return async () => {
    await Promise.all([demo.stop(), strict.stop(), empty.stop()]);
    await provider.stop();
    // What a failed test may have met.
    const errors = demo
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{"level":50'));
    for (const line of errors) console.error(line.slice(0, 1500));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
}
