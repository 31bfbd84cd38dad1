import { SHARE_CARD } from '@lakou/contract/catalogue/title-address';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { fitText, outlineLine } from './outline-text.ts';

/** The brand's colours, as in web/src/styles/tokens.css and web/src/ui/art. */
const NIGHT = '#0c0e1a';
const CHALK = '#f7f2e8';
const MANGO = '#f4a52e';
const RED = '#d92b3a';
const INDIGO = '#1d2f8a';
const CANE = '#2f8f63';

const { width: W, height: H } = SHARE_CARD;
const MARGIN = 64;
const BAND = 24;
const TITLE = { width: 700, sizes: [108, 92, 78, 66, 56], maxLines: 3 } as const;
const LINE_HEIGHT = 1.04;
/** Of 2:3. */
const POSTER = { width: 404, height: 606 } as const;

/** Messengers ignore larger ones. */
const MAX_BYTES = 300_000;
const QUALITIES = [84, 74, 62, 48, 32];

export interface Artwork {
  kind: 'banner' | 'poster';
  bytes: Uint8Array;
}

/** The picture that messengers show for a link to a title: its artwork and its name, as JPEG. */
export async function drawCard(title: string, artwork: Artwork | undefined): Promise<Buffer> {
  const background = await drawBackground(artwork);
  const raw = await background
    .composite([...(await posterLayer(artwork)), { input: Buffer.from(drawLettering(title)) }])
    .flatten({ background: NIGHT })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = raw.info;
  for (const quality of QUALITIES) {
    const jpeg = await sharp(raw.data, { raw: { width, height, channels } })
      .jpeg({ quality, progressive: true })
      .toBuffer();
    if (jpeg.length < MAX_BYTES || quality === QUALITIES.at(-1)) return jpeg;
  }
  throw new Error('no quality to draw with');
}

async function drawBackground(artwork: Artwork | undefined): Promise<Sharp> {
  if (!artwork) return sharp({ create: { width: W, height: H, channels: 3, background: NIGHT } });
  if (artwork.kind === 'banner') return sharp(artwork.bytes).resize(W, H, { fit: 'cover' });
  // Of a poster only the colours: the poster itself stands in front.
  const colours = sharp(artwork.bytes).resize(24, 13, { fit: 'cover' }).modulate({ brightness: 0.6 });
  return sharp(await colours.png().toBuffer()).resize(W, H, { kernel: 'cubic' });
}

async function posterLayer(artwork: Artwork | undefined): Promise<OverlayOptions[]> {
  if (artwork?.kind !== 'poster') return [];
  const input = await sharp(artwork.bytes).resize(POSTER).toBuffer();
  return [{ input, left: W - POSTER.width - MARGIN, top: 0 }];
}

function drawLettering(title: string): string {
  const { lines, size } = fitText(title, TITLE);
  const last = H - BAND - 56;
  const first = last - (lines.length - 1) * size * LINE_HEIGHT;
  const text = lines
    .map((line, index) => outlineLine(line, { x: MARGIN, y: first + index * size * LINE_HEIGHT, size }))
    .join('');
  const name = outlineLine('Lakou', { x: MARGIN + 68, y: 108, size: 54 });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">
    <defs>
      <linearGradient id="left"><stop stop-color="${NIGHT}" stop-opacity=".94"/><stop offset=".42" stop-color="${NIGHT}" stop-opacity=".74"/><stop offset=".78" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient>
      <linearGradient id="foot" x2="0" y2="1"><stop offset=".45" stop-color="${NIGHT}" stop-opacity="0"/><stop offset="1" stop-color="${NIGHT}" stop-opacity=".8"/></linearGradient>
      <pattern id="band" width="48" height="${BAND}" patternUnits="userSpaceOnUse" y="${H - BAND}">
        <path fill="${INDIGO}" d="M0 0h48v24H0z"/><path fill="${MANGO}" d="M24 2l18 10-18 10L6 12z"/><path fill="${RED}" d="M24 6.5L34 12l-10 5.5L14 12z"/><path fill="${CANE}" d="M0 5l8 7-8 7zM48 5l-8 7 8 7z"/><circle cx="24" cy="12" r="2.5" fill="${CHALK}"/>
      </pattern>
    </defs>
    <path fill="url(#left)" d="M0 0h${W}v${H}H0z"/><path fill="url(#foot)" d="M0 0h${W}v${H}H0z"/>
    <circle cx="${MARGIN + 26}" cy="90" r="26" fill="${RED}"/><path fill="${CHALK}" d="M${MARGIN + 19} 77l22 13-22 13z"/>
    <path fill="${MANGO}" d="${name}"/>
    <path fill="${CHALK}" d="${text}"/>
    <path fill="url(#band)" d="M0 ${H - BAND}h${W}v${BAND}H0z"/>
  </svg>`;
}
