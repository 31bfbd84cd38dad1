import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { startMoncash } from '../support/moncash-server.ts';
import { startNatcash } from '../support/natcash-server.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startStripe } from '../support/stripe-server.ts';

let postgres: PostgresServer;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'lakou-doctor-services-'));

beforeAll(async () => {
  postgres = await startPostgresServer();
  url = await newDatabase(postgres, 'lakou_doctor_services', 'migrated');
  await loadSigningKeys({ folder });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const examine = (env: Record<string, string>) =>
  runCommand('scripts/doctor/doctor.ts', [], { DATA_DIR: folder, DATABASE_URL: url, PORT: '1', ...env });

test('payment providers that answer are called well', async () => {
  const [stripe, moncash, natcash] = await Promise.all([startStripe(), startMoncash(), startNatcash()]);
  const settings = { ...stripe.settings, ...moncash.settings, ...natcash.settings };
  const { said } = await examine(settings);
  expect(said).toContain('✓ payments  Stripe has the prices of our plans.');
  expect(said).toContain('✓ payments  MonCash accepts us.');
  expect(said).toContain('✓ payments  NatCash answers our questions.');
  // They are on this machine, and so is the database.
  expect(said).toContain('? clock     This machine’s clock was not compared with another clock.');
  const refused = await examine({ ...settings, STRIPE_SECRET_KEY: 'sk_test_other' });
  expect(refused.said).toContain('✗ payments  Stripe does not accept STRIPE_SECRET_KEY.');
  await Promise.all([stripe.close(), moncash.close(), natcash.close()]);
}, 120_000);

test('a clock that differs from a provider’s is found', async () => {
  const late = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(late, 'listening');
  const MONCASH_URL = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
  const { code, said } = await examine({ MONCASH_CLIENT_ID: 'a', MONCASH_CLIENT_SECRET: 'b', MONCASH_URL });
  late.close();
  expect(said).toMatch(
    /✗ clock {5}The clocks of this machine and of MonCash are (59\d|60\d) seconds apart\./,
  );
  expect(code).toBe(1);
}, 120_000);

test('a bucket that cannot be reached, listed or written to is found, and nothing is left in it', async () => {
  const s3 = await startS3Server();
  const env = {
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  expect((await examine(env)).said).toContain(
    `✓ storage   The bucket ${s3.bucket} answers, lists and accepts uploads; whether it removes objects was not tried.`,
  );
  for (const operation of ['ListObjectsV2', 'CreateMultipartUpload']) {
    s3.failNext(operation);
    const { code, said } = await examine(env);
    expect(said).toContain(
      `✗ storage   The bucket ${s3.bucket} does not do what it should: ${operation} fails`,
    );
    expect(code).toBe(1);
  }
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  await s3.close();
  expect((await examine(env)).said).toContain(
    `✗ storage   The bucket ${s3.bucket} does not do what it should:`,
  );
}, 240_000);

test('a payment provider that does not answer is not called well', async () => {
  const { said } = await examine({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_MONTHLY: 'price_1',
    STRIPE_PRICE_YEARLY: 'price_2',
    STRIPE_API_URL: 'http://127.0.0.1:1',
    MONCASH_CLIENT_ID: 'a',
    MONCASH_CLIENT_SECRET: 'b',
    MONCASH_URL: 'http://127.0.0.1:1',
    NATCASH_PARTNER_CODE: 'a',
    NATCASH_USERNAME: 'b',
    NATCASH_PASSWORD: 'c',
    NATCASH_PRIVATE_KEY: 'd',
    NATCASH_FUNCTION_CODE: 'e',
    NATCASH_URL: 'http://127.0.0.1:1',
  });
  expect(said).toContain('! payments  Stripe does not answer.');
  expect(said).toContain('✗ payments  MonCash gives no token');
  expect(said).toContain('✗ payments  NatCash does not answer our questions');
});
