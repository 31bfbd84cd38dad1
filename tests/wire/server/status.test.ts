import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderStatus } from '../../../server/src/status/render-status.ts';
import { StatusBoard } from '../../../server/src/status/status-board.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers }).then(async (response) => ({ response, text: await response.text() }));

test('everybody sees what works, in four languages, without a script', async () => {
  const titles = {
    en: 'Does Lakou work?',
    fr: 'Lakou fonctionne-t-il ?',
    ht: 'Èske Lakou ap mache?',
    es: '¿Funciona Lakou?',
  };
  for (const [language, title] of Object.entries(titles)) {
    const { response, text } = await read(`/status?lang=${language}`);
    expect(response.status).toBe(200);
    expect(text).toContain(`<html lang="${language}"`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  const byHeader = await read('/status', { 'accept-language': 'fr-CA,fr;q=0.9' });
  expect(byHeader.text).toContain('<html lang="fr"');
  const byCookie = await read('/status', {
    cookie: 'lakou-language=ht; lakou-theme=light',
    'accept-language': 'fr',
  });
  expect(byCookie.text).toContain('<html lang="ht" data-theme="light"');
  const hostile = await read('/status?lang="><script>', { cookie: 'lakou-theme="><script>' });
  expect(hostile.text).not.toContain('<script');
});

test('it names outages, and what fails now, since when', async () => {
  const board = new StatusBoard(server.database);
  await server.database.query(
    `insert into private.outages (part, began_at, ended_at) values ('mail', now() - interval '26 hours', now() - interval '25 hours')`,
  );
  await server.database.query(`select private.note_part('encoding', false)`);
  await board.look();
  const page = String(await renderStatus(board.read(), { language: 'en', theme: 'dark' }));
  expect(page).toContain('Something does not work at the moment.');
  expect(page).toMatch(/Preparing new films<\/span>\s*<span class="state fails">Does not work <small>since /);
  expect(page).toMatch(/<th scope="row">E-mails<\/th>.*1 h 0 min/);
});

test('while the database does not answer, the page says so and keeps what it knew', async () => {
  const board = new StatusBoard(server.database);
  const draw = async () => String(await renderStatus(board.read(), { language: 'en', theme: 'system' }));
  expect(await draw()).toMatch(/Site and apps<\/span>\s*<span class="state unknown">Not known/);
  await server.database.query(`select private.note_part('films', true)`);
  await board.look();
  expect(await draw()).toMatch(/Films<\/span>\s*<span class="state works">Works/);
  await server.database.query('alter function private.read_status() rename to away');
  await board.look();
  const page = await draw();
  await server.database.query('alter function private.away() rename to read_status');
  expect(page).toMatch(/Site and apps<\/span>\s*<span class="state fails">Does not work <small>since /);
  expect(page).toMatch(/Films<\/span>\s*<span class="state unknown">Not known/);
  expect(page).toMatch(/<th scope="row">Site and apps<\/th>.*still lasts/);
  await board.look();
  expect(await draw()).toMatch(/Site and apps<\/span>\s*<span class="state works">Works/);
});
