import { expect, test } from 'vitest';
import { writeHint } from '#lib/session-hint.ts';
import { colorScheme, type Theme, themeColor } from '#lib/theme.tsx';
import type { FrameMarkup } from './frame-markup.tsx';
import { fillInHome, NO_FRAME, shareHome } from './shared-home.ts';

type Reader = Parameters<typeof fillInHome>[1];

/** A home in the shape of root.tsx. */
const homeOf = ({ theme, hint }: Reader, { header, footer }: FrameMarkup) =>
  `<!DOCTYPE html><html lang="ht" data-theme="${theme}" data-hint="${writeHint(hint)}"><head>` +
  `<meta name="color-scheme" content="${colorScheme(theme)}"/><meta name="theme-color" content="${themeColor(theme)}"/>` +
  `</head><body><header>${header}</header>${hint.subscribed ? '' : 'Subscribe'}` +
  `<article data-theme="dark">&lt;!--header--&gt;</article><footer>${footer}</footer></body></html>`;
const themes: Theme[] = ['dark', 'light', 'system'];
const flags = [false, true];

test('members of every theme and role get the home that would be rendered for them alone', () => {
  for (const subscribed of flags) {
    const first: Reader = { theme: 'dark', hint: { signedIn: true, admin: false, subscribed } };
    const shared = shareHome({ html: homeOf(first, NO_FRAME), names: ['.a'] }, first);
    expect(shared.names).toEqual(['.a']);
    for (const theme of themes)
      for (const admin of flags) {
        const reader = { theme, hint: { signedIn: true, admin, subscribed } };
        const frame = { header: `$& ${theme} ${admin}`, footer: `$1 ${theme}` };
        expect(fillInHome(shared, reader, frame)).toBe(homeOf(reader, frame));
      }
  }
});
