import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { MailServer } from '../support/mail-server.ts';
import { onePixel } from '../support/one-pixel.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { film, item } from '../support/shop.ts';
import { TraceReceiver } from '../support/trace-receiver.ts';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

/** Prints what is loaded of OpenTelemetry beyond its API, which other packages bring along. */
const LOADED = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, from, next) {
  if (/^@opentelemetry.(?!api)/.test(name)) console.log('loads ' + name);
  return next(name, from);
} });`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(LOADED)}`;

const receiver = new TraceReceiver();
const mails = new MailServer();
let s3: S3Server;
let lakou: LakouProcess;
let anonKey: string;

beforeAll(async () => {
  s3 = await startS3Server();
  lakou = await startLakou({
    OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.start(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=kle-koleksyon',
    OTEL_SERVICE_NAME: 'lakou-test',
    NODE_OPTIONS,
    SMTP_URL: await mails.start(),
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const settings = (await (await fetch(`${lakou.url}/config.json`)).json()) as { anonKey: string };
  anonKey = settings.anonKey;
});
afterAll(async () => {
  await lakou.stop();
  await Promise.all([receiver.stop(), mails.stop(), s3.close()]);
});

const newId = (bytes: number) =>
  randomUUID()
    .replaceAll('-', '')
    .slice(0, 2 * bytes);

/** A request of a trace that began with the caller. */
async function get(path: string): Promise<{ traceId: string; spanId: string; response: Response }> {
  const [traceId, spanId] = [newId(16), newId(8)];
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const response = await fetch(lakou.url + path, { headers });
  await response.arrayBuffer();
  return { traceId, spanId, response };
}

test('a page is a tree: request, rendering, statements', async () => {
  const { traceId, spanId, response } = await get(`/titles/${film}?utm=sekre`);
  expect(response.status).toBe(200);
  // The first answer leads to the address with the name in it.
  const request_id = response.headers.get('x-request-id');
  const request = await receiver.find(({ attributes }) => attributes['lakou.request_id'] === request_id);
  expect(request).toMatchObject({
    name: 'GET /titles/:id/:slug?',
    kind: SERVER,
    traceId,
    parentSpanId: spanId,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/titles/:id/:slug?',
      'http.response.status_code': 200,
    },
  });
  const rendering = await receiver.find((span) => span.parentSpanId === request.spanId);
  expect(rendering.name).toBe('render page');
  const statement = await receiver.find(
    ({ parentSpanId, attributes }) =>
      parentSpanId === rendering.spanId && String(attributes['db.query.text']).includes('$1'),
  );
  expect(statement).toMatchObject({ kind: CLIENT, traceId, attributes: { 'db.system.name': 'postgresql' } });
  expect(statement.attributes['db.response.returned_rows']).toBeGreaterThan(0);
}, 60_000);

test('a request of the Data API has its statement below it', async () => {
  const { traceId } = await get('/rest/v1/movies?select=id&limit=1');
  const request = await receiver.find((span) => span.traceId === traceId && span.kind === SERVER);
  expect(request.attributes['http.route']).toBe('/rest/v1/*');
  const statement = await receiver.find(
    (span) => span.traceId === traceId && span.attributes['db.system.name'] === 'postgresql',
  );
  expect(statement.parentSpanId).toBe(request.spanId);
});

test('nothing that is secret or about a person is in a span, also of payments, mails and files', async () => {
  const person = createClient(lakou.url, anonKey, { auth: { persistSession: false } });
  const email = `anna-${randomUUID()}@example.test`;
  const password = 'modpas-ki-pa-dwe-parèt';
  const joined = await person.auth.signUp({ email, password });
  await person.auth.signInWithPassword({ email, password: `${password}-wrong` });
  await person.auth.resetPasswordForEmail(email);
  const paid = await person.functions.invoke<{ url: string }>('create-checkout', {
    body: item({ id: film }),
  });
  expect(paid.error).toBeNull();
  const search = 'chache-non-mwen';
  await person.from('movies').select(`id, "${search}":title`).eq('title', search);
  await fetch(`${lakou.url}/nothing/${search}?token=${search}`);
  const id = joined.data.user?.id ?? '';
  const photo = await person.storage
    .from('profile-images')
    .upload(`${id}/me.png`, onePixel, { contentType: 'image/png' });
  expect(photo.error).toBeNull();

  // Each kind of work has a span.
  const job = await receiver.find(({ kind }) => kind === CONSUMER);
  expect(job.name).toMatch(/^job \w+$/);
  expect(job.parentSpanId).toBeUndefined();
  await receiver.find(({ name }) => name === 'smtp send');
  const upload = await receiver.find(({ name }) => name.startsWith('POST /storage/v1/object/'));
  await receiver.find(
    ({ name, traceId }) => traceId === upload.traceId && name === `PUT ${new URL(s3.endpoint).hostname}`,
  );
  // A function reaches the Data API over HTTP, in the same trace.
  const call = await receiver.find(({ name }) => name.startsWith('POST /functions/v1/'));
  const inner = await receiver.find(
    ({ traceId, attributes }) => traceId === call.traceId && attributes['http.route'] === '/rest/v1/*',
  );
  const between = await receiver.find(({ spanId }) => spanId === inner.parentSpanId);
  expect(between).toMatchObject({ kind: CLIENT, traceId: call.traceId });

  // Every request so far is in.
  const { traceId } = await get('/readyz');
  await receiver.find((span) => span.traceId === traceId);
  const secrets = {
    email,
    password,
    search,
    id,
    anonKey,
    access: joined.data.session?.access_token,
    refresh: joined.data.session?.refresh_token,
    order: paid.data?.url.split('/').at(-1),
    bucketKey: s3.secretAccessKey,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    if (!secret) throw new Error(`there was no ${name}`);
    expect(receiver.received.includes(secret), name).toBe(false);
    expect(receiver.received.includes(encodeURIComponent(secret)), name).toBe(false);
  }
  expect(receiver.headers['x-collector-key']).toBe('kle-koleksyon');
  expect(receiver.received).toContain('lakou-test');
}, 120_000);

test('a traceparent from behind an unknown proxy is not taken over', async () => {
  const traceId = newId(16);
  const headers = { traceparent: `00-${traceId}-${newId(8)}-01`, 'x-forwarded-for': '203.0.113.9' };
  const response = await fetch(`${lakou.url}/readyz`, { headers });
  const request_id = response.headers.get('x-request-id');
  const span = await receiver.find(({ attributes }) => attributes['lakou.request_id'] === request_id);
  expect(span.traceId).not.toBe(traceId);
  expect(span.parentSpanId).toBeUndefined();
});

test('requests are answered while the collector is stuck, and the process stops', async () => {
  const stuck = new TraceReceiver();
  stuck.isStuck = true;
  const other = await startLakou({ OTEL_EXPORTER_OTLP_ENDPOINT: await stuck.start() });
  while (stuck.requests === 0) expect((await fetch(`${other.url}/rest/v1/movies?limit=1`)).status).toBe(200);
  // The collector has a request that it never answers.
  for (let count = 0; count < 50; count += 1)
    expect((await fetch(`${other.url}/rest/v1/movies?limit=1`)).status).toBe(200);
  expect(await other.stop()).toBe(0);
  await stuck.stop();
}, 60_000);

test('requests are answered while there is no collector', async () => {
  const other = await startLakou({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  while (!other.output().includes('traces are not sent'))
    expect((await fetch(`${other.url}/rest/v1/movies?limit=1`)).status).toBe(200);
  expect(await other.stop()).toBe(0);
}, 60_000);

test('without the setting nothing of OpenTelemetry is loaded', async () => {
  const other = await startLakou({ NODE_OPTIONS });
  await other.stop();
  const loads = 'loads @opentelemetry/';
  expect(other.output()).not.toContain(loads);
  expect(lakou.output()).toContain(loads);
}, 60_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
