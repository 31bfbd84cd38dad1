import type { InitialState } from '#lib/providers.tsx';
import { writeHint } from '#lib/session.ts';
import { colorScheme, type Theme, themeColor } from '#lib/theme.tsx';
import type { FrameMarkup } from './frame-markup.tsx';

/** For each language, with and without a subscription and something begun, twice over. */
const MOST = 32;
const rendered = new Map<string, string>();
/** As which the shared home is rendered. Texts cannot contain these comments: React escapes their brackets. */
const THEME: Theme = 'dark';
const FRAME: FrameMarkup = { header: '<!--header-->', footer: '<!--footer-->' };

interface Home {
  initial: InitialState;
  frame: FrameMarkup;
  /** All else that it is rendered from. */
  sources: string;
  render(initial: InitialState, frame: FrameMarkup): Promise<string>;
  /** A part of it could not be rendered: the next one tries again. */
  hasFailed(): boolean;
}

/**
 * For the server: of home nothing but header, footer and a few attributes depends on theme and role, so it is rendered once
 * for all who see the same.
 */
export async function sharedHome({ initial, frame, sources, render, hasFailed }: Home): Promise<string> {
  const hint = { ...initial.hint, admin: false };
  const key = `${initial.language} ${writeHint(hint)} ${sources}`;
  let html = rendered.get(key);
  if (html === undefined) {
    html = await render({ ...initial, theme: THEME, hint }, FRAME);
    if (!hasFailed()) keep(key, html);
  }
  const attribute = (name: string, from: string, to: string) => [`${name}="${from}"`, `${name}="${to}"`];
  const { theme } = initial;
  const parts = [
    attribute(' data-theme', THEME, theme),
    attribute(' data-hint', writeHint(hint), writeHint(initial.hint)),
    attribute('name="color-scheme" content', colorScheme(THEME), colorScheme(theme)),
    attribute('name="theme-color" content', themeColor(THEME), themeColor(theme)),
    [FRAME.header, frame.header],
    [FRAME.footer, frame.footer],
  ] as [string, string][];
  return parts.reduce((page, [from, to]) => page.replace(from, () => to), html);
}

function keep(key: string, html: string): void {
  rendered.set(key, html);
  const [oldest] = rendered.keys();
  if (rendered.size > MOST && oldest !== undefined) rendered.delete(oldest);
}
