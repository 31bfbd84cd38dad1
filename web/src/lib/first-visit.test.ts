import { expect, test } from 'vitest';
import { deferApp, stylesFor } from './first-visit.ts';

const sheet =
  '@font-face{font-family:A;src:url(/a.woff2)}@font-face{font-family:B;src:local(Arial)}p{color:red}';

test('a first visit has the styles in the page, and the fonts apart from them', () => {
  const { css, fonts, isCached } = stylesFor(sheet, '/assets/app-1.css', undefined);
  expect(css).toBe('@font-face{font-family:B;src:local(Arial)}p{color:red}');
  expect(fonts).toBe('@font-face{font-family:A;src:url(/a.woff2)}');
  expect(isCached).toBe(false);
});

test('a browser that has cached this stylesheet gets its address; an older one does not count', () => {
  expect(stylesFor(sheet, '/assets/app-2.css', '/assets/app-2.css').css).toBe(
    '@import url("/assets/app-2.css");',
  );
  expect(stylesFor(sheet, '/assets/app-2.css', '/assets/app-1.css').isCached).toBe(false);
});

test('the app is held back as a text that the page starts by itself', () => {
  const html =
    '<html><head><link rel="modulepreload" href="/assets/a.js" nonce="n"/></head><body><script nonce="n" type="module" async="">import "/assets/a.js"</script></body></html>';
  const held = deferApp(html, 'n');
  expect(held).not.toContain('rel="modulepreload" href');
  expect(held).toContain('<script nonce="n" type="text/plain" id="app">import "/assets/a.js"</script>');
  expect(held).toMatch(/<script nonce="n">\(.*\)\(\["\/assets\/a\.js"\],\d+\)<\/script><\/body>/s);
});

test('a page without an app stays as it is', () => {
  expect(deferApp('<html><body>still</body></html>', 'n')).toBe('<html><body>still</body></html>');
});
