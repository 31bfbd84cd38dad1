import { expect, test } from 'vitest';
import { deferApp } from './first-visit.ts';

const files = {
  stylesheet: '/assets/app.css',
  scripts: ['/assets/a.js', '/assets/en-home.js'],
  fontFaces: '@font-face{src:url(/assets/a.woff2)}',
};
const page =
  '<html><head></head><body><script id="app" type="text/plain" nonce="n">import "/assets/a.js"</script></body></html>';

test('the page starts the app by itself, with the files that it needs', () => {
  const held = deferApp(page, 'n', files);
  const [, started] = /<script nonce="n">\(.*\)\((\{.*\}),\d+\)<\/script><\/body>/s.exec(held) ?? [];
  expect(JSON.parse(started ?? '')).toEqual({
    scripts: ['/assets/a.js', '/assets/en-home.js'],
    stylesheet: '/assets/app.css',
  });
});

test('a browser that has the stylesheet cached gets no second one', () => {
  const held = deferApp(page, 'n', { ...files, stylesheet: undefined });
  expect(held).not.toContain('app.css');
  expect(held).not.toContain('woff2"');
});

test('fonts are used at once where the server has answered soon, by a script in the head', () => {
  const [, script = ''] =
    /<script nonce="n">(\(.*)<\/script><\/head>/s.exec(deferApp(page, 'n', files)) ?? [];
  const addedFonts = (responseStart: number, saveData = false): object[] => {
    const added: object[] = [];
    const document = {
      currentScript: { nonce: 'n' },
      head: { append: (element: object) => added.push(element) },
      createElement: (kind: string) => ({ kind }),
    };
    const performance = { getEntriesByType: () => [{ requestStart: 10, responseStart }] };
    new Function('document', 'performance', 'navigator', script)(document, performance, {
      connection: { saveData },
    });
    return added;
  };
  expect(addedFonts(40)).toEqual([
    expect.objectContaining({ kind: 'link', rel: 'preload', href: '/assets/a.woff2' }),
    { kind: 'style', nonce: 'n', textContent: files.fontFaces },
  ]);
  expect(addedFonts(160)).toEqual([]);
  expect(addedFonts(40, true)).toEqual([]);
});

test('images that are not the main one wait for it, or for what a script shows', () => {
  const main = page.replace('<body>', '<body><img fetchPriority="high" src="/a.avif"/>');
  expect(deferApp(main, 'n', files)).toContain('img[loading=lazy]{display:none}');
  expect(deferApp(page, 'n', { ...files, earlyScript: 'show()' })).toContain('{display:none}');
  expect(deferApp(page, 'n', files)).not.toContain('{display:none}');
  expect(deferApp(main, 'n', { ...files, stylesheet: undefined })).not.toContain('{display:none}');
});

test('what starts the app is a script that can run', () => {
  const [, script = ''] =
    /<script nonce="n">(\((?!.*<script).*)<\/script><\/body>/s.exec(deferApp(page, 'n', files)) ?? [];
  expect(() => new Function(script)).not.toThrow();
});

test('a script that shows something before the app runs before the app is started', () => {
  const held = deferApp(page, 'n', { ...files, earlyScript: 'show("$&")' });
  expect(held).toMatch(/<script nonce="n">show\("\$&"\)<\/script><script nonce="n">\(\(\{/);
});

test('a script that begins to play stands before everything else of the page', () => {
  const film = page.replace('<head>', '<head><meta charSet="utf-8"/><title>Fim</title>');
  const held = deferApp(film, 'n', { ...files, filmScript: 'play("$&")' });
  expect(held).toContain('<head><meta charSet="utf-8"/><script nonce="n">play("$&")</script><title>');
});

test('a page without an app stays as it is', () => {
  expect(deferApp('<html><body>still</body></html>', 'n', files)).toBe('<html><body>still</body></html>');
});
