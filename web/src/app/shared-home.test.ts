import { expect, test, vi } from 'vitest';
import type { InitialState } from '#lib/providers.tsx';
import { writeHint } from '#lib/session.ts';
import { colorScheme, type Theme, themeColor } from '#lib/theme.tsx';
import { sharedHome } from './shared-home.ts';

/** A home in the shape of root.tsx. */
const homeOf = async (
  { language, theme, hint }: InitialState,
  { header, footer }: { header: string; footer: string },
) =>
  `<!DOCTYPE html><html lang="${language}" data-theme="${theme}" data-hint="${writeHint(hint)}"><head>` +
  `<meta name="color-scheme" content="${colorScheme(theme)}"/><meta name="theme-color" content="${themeColor(theme)}"/>` +
  `</head><body><header>${header}</header>${hint.subscribed ? '' : 'Subscribe'}` +
  `<article data-theme="dark">&lt;!--header--&gt;</article><footer>${footer}</footer></body></html>`;
const render = vi.fn(async (...home: Parameters<typeof homeOf>) => ({
  html: await homeOf(...home),
  names: ['.a'],
}));
const themes: Theme[] = ['dark', 'light', 'system'];
const flags = [false, true];

test('members of every theme and role get the home that was rendered for them alone', async () => {
  let kinds = 0;
  for (const language of ['en', 'ht'] as const)
    for (const subscribed of flags) {
      kinds += 1;
      for (const theme of themes)
        for (const admin of flags) {
          const hint = { signedIn: true, admin, subscribed };
          const initial = { language, theme, hint } as InitialState;
          const frame = { header: `$& ${theme} ${admin}`, footer: `$1 ${theme}` };
          const shared = await sharedHome({
            initial,
            frame,
            frameNames: ['.b'],
            sources: 'films',
            render,
            hasFailed: () => false,
          });
          expect(render).toHaveBeenCalledTimes(kinds);
          expect(shared).toEqual({ html: await homeOf(initial, frame), names: ['.a', '.b'] });
        }
    }
});

test('a home with other content, or one that failed in whole or in part, is rendered again', async () => {
  render.mockClear();
  const initial = {
    language: 'fr',
    theme: 'dark',
    hint: { signedIn: false, admin: false, subscribed: false },
  };
  let failed = false;
  const frame = { header: '', footer: '' };
  const home = { initial: initial as InitialState, frame, frameNames: [], render, hasFailed: () => failed };
  await sharedHome({ ...home, sources: 'one' });
  await sharedHome({ ...home, sources: 'two' });
  render.mockRejectedValueOnce(new Error('lost'));
  await expect(sharedHome({ ...home, sources: 'three' })).rejects.toThrow('lost');
  await sharedHome({ ...home, sources: 'three' });
  expect(render).toHaveBeenCalledTimes(4);
  failed = true;
  await sharedHome({ ...home, sources: 'four' });
  failed = false;
  await sharedHome({ ...home, sources: 'four' });
  await sharedHome({ ...home, sources: 'four' });
  expect(render).toHaveBeenCalledTimes(6);
});
