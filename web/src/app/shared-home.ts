import type { StyledDocument } from '#lib/page-frame.ts';
import type { InitialState } from '#lib/providers.tsx';
import { type SessionHint, writeHint } from '#lib/session.ts';
import { colorScheme, type Theme, themeColor } from '#lib/theme.tsx';
import type { FrameMarkup } from './frame-markup.tsx';

/** For each language, with and without a subscription and something begun, twice over. */
const MOST = 32;
/** As which the shared home is rendered. Texts cannot contain these comments: React escapes their brackets. */
const THEME: Theme = 'dark';
const FRAME: FrameMarkup = { header: '<!--header-->', footer: '<!--footer-->' };

interface Home {
  initial: InitialState;
  frame: FrameMarkup;
  /** Names of the stylesheet in the frame. */
  frameNames: readonly string[];
  /** All else that it is rendered from. */
  sources: string;
  render(initial: InitialState, frame: FrameMarkup): Promise<StyledDocument>;
  /** A part of it could not be rendered: the next one tries again. */
  hasFailed(): boolean;
}

interface SharedHome {
  /** Texts, and the numbers of own parts. */
  pieces: (string | number)[];
  names: readonly string[];
}
const rendered = new Map<string, SharedHome>();

/**
 * For the server: of home nothing but header, footer and a few attributes depends on theme and role, so it is rendered once
 * for all who see the same.
 */
export async function sharedHome(home: Home): Promise<StyledDocument> {
  const { initial, frame, sources, render, hasFailed } = home;
  const hint = { ...initial.hint, admin: false };
  const key = `${initial.language} ${writeHint(hint)} ${sources}`;
  let shared = rendered.get(key);
  if (!shared) {
    const { html, names } = await render({ ...initial, theme: THEME, hint }, FRAME);
    shared = { pieces: split(html, ownParts(THEME, hint, FRAME)), names };
    if (!hasFailed()) keep(key, shared);
  }
  const own = ownParts(initial.theme, initial.hint, frame);
  const html = shared.pieces.map((piece) => (typeof piece === 'number' ? own[piece] : piece)).join('');
  return { html, names: [...shared.names, ...home.frameNames] };
}

function ownParts(theme: Theme, hint: SessionHint, { header, footer }: FrameMarkup): string[] {
  return [
    ` data-theme="${theme}"`,
    ` data-hint="${writeHint(hint)}"`,
    `name="color-scheme" content="${colorScheme(theme)}"`,
    `name="theme-color" content="${themeColor(theme)}"`,
    header,
    footer,
  ];
}

/** The text before, between and after the first occurrences of these parts, which are numbers in the result. */
function split(html: string, parts: readonly string[]): (string | number)[] {
  const places = parts
    .map((part, number) => ({ number, at: html.indexOf(part), length: part.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  let end = 0;
  const pieces = places.flatMap(({ number, at, length }) => {
    const before = html.slice(end, at);
    end = at + length;
    return [before, number];
  });
  return [...pieces, html.slice(end)];
}

function keep(key: string, home: SharedHome): void {
  rendered.set(key, home);
  const [oldest] = rendered.keys();
  if (rendered.size > MOST && oldest !== undefined) rendered.delete(oldest);
}
