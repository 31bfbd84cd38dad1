import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { register } from '../../support/account-people.ts';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let movie: string;
let stream: TestStream;

beforeAll(async () => {
  server = await startTestServer();
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  movie = row!.id;
  stream = await addStream(server, { movie_id: movie });
});
afterAll(() => server.close());

const report = (browser: Browser, body: unknown) =>
  browser.status(`/stream/${stream.id}/progress`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a member closes the tab and resumes on another device', async () => {
  const person = await register(server);
  const phone = new Browser(server.url, { token: person.token });
  await phone.play('movie', movie);
  expect(await report(phone, { position: 41.5, duration: 100, seconds: 1, ended: true })).toBe(204);
  await vi.waitFor(async () => expect(await phone.status(`/stream/${stream.id}/key`)).toBe(401), 20_000);

  const { data: row } = await person.client.from('watch_progress').select().eq('movie_id', movie).single();
  expect(row).toMatchObject({ media_type: 'movie', position: 41.5, duration: 100, watched: false });
  const television = new Browser(server.url, { token: person.token });
  expect((await television.press('movie', movie)).body.position).toBe(41.5);
  expect((await person.client.rpc('continue_watching')).data).toMatchObject([
    { media_type: 'movie', media_id: movie, title: 'Gratis', position: 41.5 },
  ]);
  expect((await person.client.from('watch_sessions').select()).data).toMatchObject([
    { user_id: person.id, movie_id: movie, furthest: 41.5 },
  ]);
  const saved = await person.client.rpc('save_progress', {
    media_type: 'movie',
    media_id: movie,
    position: 99,
    duration: 100,
  });
  expect(saved.error).toBeNull();
  expect((await television.press('movie', movie)).body.position).toBe(0);
});

test('a visitor’s progress is accepted, and one without a session is not', async () => {
  const visitor = new Browser(server.url);
  await visitor.play('movie', movie);
  expect(await report(visitor, { position: 10, duration: 100 })).toBe(204);
  expect(await report(new Browser(server.url), { position: 10, duration: 100 })).toBe(401);
  for (const nonsense of ['', 'position=10', '[]', '{"position":-1,"duration":100}', 'x'.repeat(3000)]) {
    expect(await report(visitor, nonsense)).toBe(400);
  }
});
