import { generateKeyPairSync, privateDecrypt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckIn, OfflineLicence } from '../../../contract/src/playback/responses.ts';
import { type Person, register } from '../../support/account-people.ts';
import { addStream, film, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let paid: string;
let stream: TestStream;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.query(
    `update private.settings set value = case key when 'downloads_per_device' then '1' else '2' end::jsonb
      where key in ('downloads_per_device', 'download_devices_per_account')`,
  );
  paid = await addFilm('Peye', false);
  stream = await addStream(server, { movie_id: paid });
});
afterAll(() => server.close());

async function addFilm(title: string, isFree: boolean): Promise<string> {
  const [movie] = await server.database.query<{ id: string }>(
    'insert into public.movies (title, published, is_free) values ($1, true, $2) returning id',
    [title, isFree],
  );
  return movie!.id;
}

async function subscriber(): Promise<Person> {
  const person = await register(server);
  await server.database.query(
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at)
      values ($1, 'active', 'monthly', now() + interval '1 day')`,
    [person.id],
  );
  return person;
}

function newDevice(modulusLength = 2048) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return {
    id: randomUUID(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    decrypt: (key: string) =>
      privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(key, 'base64')),
  };
}

async function ask(token: string | undefined, body: unknown) {
  const response = await fetch(`${server.url}/functions/v1/offline-licence`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: server.anonKey,
      authorization: `Bearer ${token ?? server.anonKey}`,
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as OfflineLicence & { error?: string };
  return { status: response.status, headers: response.headers, text, answer };
}

const wanted = (
  device: { id: string; publicKey: string },
  title: object = { mediaType: 'movie', id: paid },
) => ({
  device: device.id,
  publicKey: device.publicKey,
  wanted: title,
});

async function rpc<Answer>({ token }: Person, name: string, body: object): Promise<Answer> {
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: server.anonKey, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(response.status, name).toBeLessThan(300);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

describe('the function offline-licence', () => {
  test('a subscriber gets the key of the film for this device alone, in a small answer', async () => {
    const { token } = await subscriber();
    const device = newDevice();
    const { status, headers, text, answer } = await ask(token, wanted(device));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(answer).toMatchObject({ stream: stream.id, media_id: paid, right: 'subscription', film });
    expect(device.decrypt(answer.key)).toEqual(stream.key);
    expect(() => newDevice().decrypt(answer.key)).toThrow();
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(stream.key.toString(form));
    expect(text.length + JSON.stringify(wanted(device)).length).toBeLessThan(10_000);
  });

  test('a copied file is licensed by its stream, to those with a right of their own', async () => {
    const device = newDevice();
    const title = { stream: stream.id };
    const { status, answer } = await ask((await register(server)).token, wanted(device, title));
    expect([status, answer.error]).toEqual([402, 'subscription_needed']);
    const granted = await ask((await subscriber()).token, wanted(device, title));
    expect(device.decrypt(granted.answer.key)).toEqual(stream.key);
  });

  test('a visitor, and a member who sends what is not a device, are refused', async () => {
    const device = newDevice();
    expect((await ask(undefined, wanted(device))).status).toBe(401);
    const { token } = await subscriber();
    for (const body of [
      {},
      wanted({ ...device, id: 'phone' }),
      wanted({ ...device, publicKey: 'A'.repeat(392) }),
      wanted(newDevice(1024)),
      wanted(device, {}),
      wanted(device, { mediaType: 'series', id: paid }),
      { ...wanted(device), user_id: randomUUID() },
    ])
      expect((await ask(token, body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
    const unknown = await ask(token, wanted(device, { mediaType: 'movie', id: randomUUID() }));
    expect([unknown.status, unknown.answer.error]).toEqual([404, 'video_not_available']);
  });

  test('the settings limit devices and titles, and a removed device frees its place', async () => {
    const person = await subscriber();
    const other = await addFilm('Lòt', true);
    await addStream(server, { movie_id: other });
    const [first, second, third] = [newDevice(), newDevice(), newDevice()];
    expect((await ask(person.token, wanted(first))).status).toBe(200);
    const full = await ask(person.token, wanted(first, { mediaType: 'movie', id: other }));
    expect([full.status, full.answer.error]).toEqual([409, 'too_many_downloads']);
    expect((await ask(person.token, wanted(second))).status).toBe(200);
    const many = await ask(person.token, wanted(third));
    expect([many.status, many.answer.error]).toEqual([409, 'too_many_download_devices']);
    const devices = await rpc<{ device: string; name: string }[]>(person, 'my_download_devices', {});
    expect(devices.map(({ name }) => name)).toEqual(['Chrome, Android', 'Chrome, Android']);
    await rpc(person, 'remove_download_device', { device: first.id });
    expect((await ask(person.token, wanted(third))).status).toBe(200);
    const removed = await ask(person.token, wanted(first));
    expect([removed.status, removed.answer.error]).toEqual([403, 'download_device_removed']);
    expect(await rpc<CheckIn>(person, 'check_in_downloads', { device: first.id })).toMatchObject({
      device: 'removed',
      licences: [],
    });
  });

  test('devices that ask at the same moment do not exceed the limit, nor titles on one device', async () => {
    const person = await subscriber();
    const devices = Array.from({ length: 6 }, () => newDevice());
    const answers = await Promise.all(devices.map((device) => ask(person.token, wanted(device))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ answer }) => answer.error === 'too_many_download_devices')).toHaveLength(4);
    expect(await rpc<unknown[]>(person, 'my_download_devices', {})).toHaveLength(2);

    const films = await Promise.all(['Youn', 'De', 'Twa'].map((title) => addFilm(title, true)));
    for (const movie_id of films) await addStream(server, { movie_id });
    const [member, phone] = [await subscriber(), newDevice()];
    const titles = await Promise.all(
      films.map((id) => ask(member.token, wanted(phone, { mediaType: 'movie', id }))),
    );
    expect(titles.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test.each([
    ['runs out', `update public.subscriptions set expires_at = now() where user_id = $1`],
    ['is cancelled', `update public.subscriptions set status = 'canceled' where user_id = $1`],
  ])('a subscription that %s ends the licence at the next contact', async (_, withdraw) => {
    const person = await subscriber();
    const device = newDevice();
    await ask(person.token, wanted(device));
    const before = await rpc<CheckIn>(person, 'check_in_downloads', { device: device.id });
    expect(before.licences).toMatchObject([{ stream: stream.id, right: 'subscription' }]);
    await server.database.query(withdraw, [person.id]);
    const after = await rpc<CheckIn>(person, 'check_in_downloads', { device: device.id });
    expect(after).toMatchObject({ device: 'known', licences: [] });
    expect((await ask(person.token, wanted(device))).status).toBe(402);
  });

  test('a member who signed out gets no licence with the old token', async () => {
    const person = await subscriber();
    await server.database.query('delete from auth.sessions where user_id = $1', [person.id]);
    expect((await ask(person.token, wanted(newDevice()))).status).toBe(401);
  });
});
