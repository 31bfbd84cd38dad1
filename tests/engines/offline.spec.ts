import { startProxiedServer } from '../browser/catalogue/proxied-server.ts';
import { heading } from '../support/engines/engine-page.ts';
import { test } from '../support/engines/journey.ts';

test('a visitor without a connection reads visited pages, and a page that says what to do', async ({
  person,
  allowComplaints,
}) => {
  // What fails without a server.
  allowComplaints(/./);
  const server = await startProxiedServer(process.env.LAKOU_URL ?? '');
  const { url: base } = server;
  await person.open('/faq', { base });
  await person.until(async () => {
    const pages = await (await caches.open('lakou-pages')).keys();
    return navigator.serviceWorker.controller && pages.some(({ url }) => url.endsWith('/faq'));
  }, 'keeps the page');
  await server.close();
  await person.open('/faq', { base });
  await person.sees(heading('Frequently Asked Questions'));
  await person.open('/terms', { base, hydrated: false });
  await person.sees(heading('This page is not here yet'));
});
