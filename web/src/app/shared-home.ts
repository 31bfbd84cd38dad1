import type { SharedPage } from '@lakou/contract/web-app';
import type { StyledDocument } from '#lib/page-frame.ts';
import type { InitialState } from '#lib/providers.tsx';
import { writeHint } from '#lib/session-hint.ts';
import { colorScheme, themeColor } from '#lib/theme.tsx';
import type { FrameMarkup } from './frame-markup.tsx';

/** Stands for header and footer. Texts cannot contain these comments: React escapes their brackets. */
export const NO_FRAME: FrameMarkup = { header: '<!--header-->', footer: '<!--footer-->' };

/** All that home's document shows of who reads it: of theme and role nothing else may depend. */
type Reader = Pick<InitialState, 'theme' | 'hint'>;

/** For the server: home as it was rendered for this reader and without a frame, with places for what others have. */
export function shareHome({ html, names }: StyledDocument, reader: Reader): SharedPage {
  return { pieces: split(html, ownParts(reader, NO_FRAME)), names };
}

/** For the server: a reader's own home. */
export function fillInHome({ pieces }: SharedPage, reader: Reader, frame: FrameMarkup): string {
  const own = ownParts(reader, frame);
  return pieces.map((piece) => (typeof piece === 'number' ? own[piece] : piece)).join('');
}

function ownParts({ theme, hint }: Reader, { header, footer }: FrameMarkup): string[] {
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
