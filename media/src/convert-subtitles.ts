import { readFile, stat, writeFile } from 'node:fs/promises';
import { MediaError } from './media-error.ts';

export interface Cue {
  from: number;
  to: number;
  /** WebVTT cue settings such as position and alignment. */
  settings: string;
  text: string;
}

const MAX_BYTES = 5 * 1024 * 1024;
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:[ \\t]+(.*))?$`);
const SETTING = /^(line|position|size|align|vertical|region):\S+$/;
const notSubtitles = (why: string): MediaError =>
  new MediaError('media_not_subtitles', `The file is not SRT or WebVTT: ${why}`);

/** Reads SRT or WebVTT and writes sanitised WebVTT. Throws a MediaError with the reason for anything else. */
export async function convertSubtitles(file: string, out: string): Promise<{ cues: number }> {
  const { size } = await stat(file);
  if (size === 0) throw new MediaError('media_empty', 'The file is empty.');
  if (size > MAX_BYTES) throw new MediaError('media_too_large', 'The file is too large for subtitles.');
  const cues = parseSubtitles(decodeText(await readFile(file)));
  await writeFile(out, formatVtt(cues));
  return { cues: cues.length };
}

/** UTF-8 or UTF-16, else Windows-1252, which older subtitle editors still write. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) throw notSubtitles('it is not text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function parseSubtitles(text: string): Cue[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/);
  const cues: Cue[] = [];
  for (const block of blocks) {
    const lines = block.split('\n').filter((line, position) => position > 0 || line.trim() !== '');
    if (/^(WEBVTT|NOTE|STYLE|REGION)\b/.test(lines[0] ?? '') && !lines.some((line) => TIMES.test(line)))
      continue;
    const timesLine = lines.findIndex((line) => TIMES.test(line));
    if (timesLine < 0) {
      if (block.includes('-->')) throw notSubtitles(`“${block.trim().slice(0, 60)}” has no readable times.`);
      continue;
    }
    const cue = parseCue(TIMES.exec(lines[timesLine] ?? '') ?? [], lines.slice(timesLine + 1));
    if (cue) cues.push(cue);
  }
  if (cues.length === 0) throw notSubtitles('no line has times.');
  return cues.toSorted((a, b) => a.from - b.from);
}

function parseCue(match: readonly (string | undefined)[], lines: string[]): Cue | undefined {
  const seconds = (from: number): number => {
    const [hours = 0, minutes = 0, whole = 0] = match.slice(from, from + 3).map((part) => Number(part ?? 0));
    return hours * 3600 + minutes * 60 + whole + Number((match[from + 3] ?? '0').padEnd(3, '0')) / 1000;
  };
  const [from, to] = [seconds(1), seconds(5)];
  if (to < from)
    throw notSubtitles(`a line ends (${formatTimestamp(to)}) before it begins (${formatTimestamp(from)}).`);
  const text = lines.map(cleanLine).filter(Boolean).join('\n');
  if (text === '' || to === from) return undefined;
  const settings = (match[9] ?? '').split(/\s+/).filter((part) => SETTING.test(part));
  return { from, to, settings: settings.join(' '), text };
}

/** Keeps <i>, <b> and <u>, removes other tags, and escapes stray & and <. */
function cleanLine(line: string): string {
  return line
    .replaceAll(/\{\\[^}]*\}/g, '')
    .replaceAll(/<(?!\/?[ibu]>)\/?[a-z][^>]*>/gi, '')
    .replaceAll(/&(?!(amp|lt|gt|nbsp|lrm|rlm|#\d+);)/g, '&amp;')
    .replaceAll(/<(?!\/?[ibu]>)/g, '&lt;')
    .replaceAll('-->', '--&gt;')
    .trim();
}

const formatTimestamp = (seconds: number): string => {
  const milliseconds = Math.round(seconds * 1000);
  const pad = (value: number): string => `${Math.floor(value)}`.padStart(2, '0');
  return `${pad(milliseconds / 3_600_000)}:${pad((milliseconds / 60_000) % 60)}:${pad((milliseconds / 1000) % 60)}.${`${milliseconds % 1000}`.padStart(3, '0')}`;
};

const formatVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(
      ({ from, to, settings, text }) =>
        `${formatTimestamp(from)} --> ${formatTimestamp(to)}${settings && ` ${settings}`}\n${text}\n`,
    )
    .join('\n')}`;
