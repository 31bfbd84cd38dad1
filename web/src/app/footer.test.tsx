import { expect, test } from 'vitest';
import { StoreButtons } from '#features/catalogue/home/store-buttons.tsx';
import { renderMarkup } from '../../test-support/render-markup.tsx';
import { Footer } from './footer.tsx';

const linksTo = (html: string, host: string) =>
  Array.from(html.matchAll(/<a href="([^"]+)" target="_blank"/g), ([, href]) => href!).filter((href) =>
    href.includes(host),
  );

test('the footer has the blurb and the current year', () => {
  const footer = renderMarkup(<Footer />);
  expect(footer).toContain('The premier platform for Haitian films and series. Watch anytime, anywhere.');
  expect(footer).toContain(`© ${new Date().getFullYear()} Lakou`);
});

test('social links and stores that are set up are shown, the others are not', () => {
  const social = { facebook: 'https://social.example/f', youtube: 'https://social.example/y' };
  const footer = renderMarkup(<Footer />, { settings: { social } });
  expect(linksTo(footer, 'social.example')).toEqual(Object.values(social));
  for (const name of ['Facebook', 'YouTube']) expect(footer).toContain(name);
  for (const name of ['Instagram', 'Twitter']) expect(footer).not.toContain(name);
  expect(linksTo(renderMarkup(<Footer />), '')).toEqual([]);

  const stores = { google: 'https://store.example/g' };
  const buttons = renderMarkup(<StoreButtons />, { settings: { stores } });
  expect(linksTo(buttons, 'store.example')).toEqual([stores.google]);
  expect(buttons).toContain('Get it on Google Play');
  expect(renderMarkup(<StoreButtons />)).toBe('');
});

test('the server sends members a short footer that offers no sign-in', () => {
  const footer = renderMarkup(<Footer />, { subscribed: true });
  expect(footer).not.toContain('href="/register"');
  expect(footer).not.toContain('The premier platform');
  expect(footer).toContain('href="/terms"');
});
