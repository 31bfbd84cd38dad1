import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, waitForHydration } from '../../support/browser.ts';
import { type DevServer, startDevServer } from '../../support/dev-server.ts';
import { root } from '../../support/lakou-process.ts';

// One server for all of them. Vite compiles everything at the first visit, which a busy machine takes a minute for.
test.describe.configure({ mode: 'serial', timeout: 300_000 });
const patiently = { timeout: 200_000 };

let dev: DevServer;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  dev = await startDevServer();
});
test.afterAll(() => dev?.stop());

const footer = () => join(dev.webFolder, 'src/app/footer.tsx');

test('a changed component shows in the browser without a reload, under the security policy', {
  tag: '@long',
}, async ({ page }) => {
  page.setDefaultTimeout(patiently.timeout);
  await page.goto(`${dev.url}/faq`);
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { survivor: 'still here' }));
  const source = readFileSync(footer(), 'utf8');
  writeFileSync(footer(), source.replace('<footer ', '<footer data-edited="yes" '));
  await expect(page.locator('footer')).toHaveAttribute('data-edited', 'yes', patiently);
  expect(await page.evaluate(() => (window as { survivor?: string }).survivor)).toBe('still here');
  writeFileSync(footer(), source);
  await expect(page.locator('footer')).not.toHaveAttribute('data-edited', 'yes', patiently);
  expect(await page.evaluate(() => (window as { survivor?: string }).survivor)).toBe('still here');
});

test('a changed stylesheet shows without a reload', { tag: '@long' }, async ({ page }) => {
  page.setDefaultTimeout(patiently.timeout);
  await page.goto(`${dev.url}/faq`);
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { survivor: 'still here' }));
  const sheet = join(dev.webFolder, 'src/styles/app.css');
  writeFileSync(sheet, `${readFileSync(sheet, 'utf8')}\nfooter { outline: 7px solid rgb(1, 2, 3); }\n`);
  await expect(page.locator('footer')).toHaveCSS('outline-width', '7px', patiently);
  expect(await page.evaluate(() => (window as { survivor?: string }).survivor)).toBe('still here');
});

test('stack traces of browser and server name the line in the source', { tag: '@long' }, async () => {
  const script = await fetch(`${dev.url}/src/app/footer.tsx`);
  expect(script.headers.get('content-encoding')).toBeNull();
  expect(await script.text()).toContain('sourceMappingURL=');
  const source = readFileSync(footer(), 'utf8');
  const line = source.split('\n').findIndex((text) => text.includes('export function Footer')) + 1;
  const begun = dev.output().length;
  writeFileSync(
    footer(),
    source.replace(/(export function Footer[^{]*\{)/, "$1 if (1) throw new Error('on purpose');"),
  );
  await expect
    .poll(async () => (await fetch(`${dev.url}/contact`)).text().then(() => dev.output().slice(begun)), {
      ...patiently,
    })
    .toMatch(new RegExp(`on purpose.*src/app/footer\\.tsx:${line}:`));
  writeFileSync(footer(), source);
});

test('a touched server file restarts the server in a new process, at the same address', {
  tag: '@long',
}, async () => {
  const [, first = ''] = await dev.waitForOutput(/Watching for changes \(process (\d+)\)/);
  const from = dev.output().length;
  // Touched, not changed: nothing of the working tree is different afterwards.
  utimesSync(join(root, 'server/src/log.ts'), new Date(), new Date());
  const [restarted, second = ''] = await dev.waitForOutput(/Restarted in \S+ s \(process (\d+)\)/, from);
  console.log(restarted);
  expect(second).not.toBe(first);
  expect((await fetch(`${dev.url}/readyz`)).status).toBe(200);
  expect(() => process.kill(Number(first), 0)).toThrow('ESRCH');
});

test('npm run dev refuses production', async () => {
  const { runCommand } = await import('../../support/run-command.ts');
  const refused = await runCommand('scripts/dev.mjs', [], { LAKOU_ENV: 'production', HOME: '' });
  expect(refused).toMatchObject({ code: 1 });
  expect(JSON.stringify(refused)).toContain('WEB_SOURCE');
});
