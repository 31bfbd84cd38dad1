import { expect, test } from 'vitest';
import { PageBody } from './page-body.ts';
import { type DrawnPage, RememberedPages } from './remember-pages.ts';

function house() {
  let clock = 0;
  let drawings = 0;
  const pages = new RememberedPages(() => clock);
  const draw = async (): Promise<DrawnPage> => {
    drawings += 1;
    return { status: 200, headers: [], body: new PageBody(String(drawings)) };
  };
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await pages.get(new Request(`http://lakou.test${path}`, { headers }), draw)).body?.text('');
  return { ask, pages, pass: (ms: number) => (clock += ms) };
}

test('a crowd of visitors gets one drawing, and after a second the next', async () => {
  const { ask, pass } = house();
  expect(await Promise.all([ask('/'), ask('/'), ask('/')])).toEqual(['1', '1', '1']);
  pass(999);
  expect(await ask('/')).toBe('1');
  pass(1);
  expect(await ask('/')).toBe('2');
});

test('another page, language or light is another drawing', async () => {
  const { ask } = house();
  const all = [
    await ask('/'),
    await ask('/faq'),
    await ask('/?lang=fr'),
    await ask('/', { 'accept-language': 'ht' }),
    await ask('/', { cookie: 'lakou-theme=light' }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(await ask('/', { cookie: 'other=1; lakou-theme=light' })).toBe(all.at(-1));
});

test('somebody who is signed in is never shown what was drawn for others, nor others theirs', async () => {
  const { ask } = house();
  expect(await ask('/', { cookie: 'lakou-hint=in' })).toBe('1');
  expect(await ask('/', { cookie: 'lakou-hint=in' })).toBe('2');
  expect(await ask('/', { authorization: 'Bearer x' })).toBe('3');
  expect(await ask('/')).toBe('4');
});

test('a drawing that failed is tried again', async () => {
  const { pages, ask } = house();
  const failing = pages.get(new Request('http://lakou.test/'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await ask('/')).toBe('1');
});

test('however many pages are asked for, few are kept', async () => {
  const { ask } = house();
  await ask('/first');
  for (let at = 0; at < 400; at += 1) await ask(`/films/${at}`);
  expect(await ask('/films/399')).toBe('401');
  expect(await ask('/first')).toBe('402');
});
