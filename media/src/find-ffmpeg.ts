import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isolatedEnvironment } from './isolation.ts';
import { MediaError } from './media-error.ts';

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
  version: string;
}

const MIN_VERSION = 5;
const run = promisify(execFile);
const cache = new Map<string, Promise<Ffmpeg>>();

/** The ffmpeg to use: FFMPEG_PATH (the program, or the folder it is in), else the system's, version 5 or newer. */
export function findFfmpeg(path = process.env.FFMPEG_PATH ?? ''): Promise<Ffmpeg> {
  const cached = cache.get(path);
  if (cached) return cached;
  const search = locateFfmpeg(path);
  cache.set(path, search);
  // Failures are not cached: ffmpeg may be installed while the server runs.
  search.catch(() => cache.delete(path));
  return search;
}

/** Whether this ffmpeg has the encoders of AV1 and Opus, which some builds leave out. */
export async function canEncodeAv1(path?: string): Promise<boolean> {
  const { ffmpeg } = await findFfmpeg(path);
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-encoders'], {
    timeout: 20_000,
    env: isolatedEnvironment(),
  });
  return [' libsvtav1 ', ' libopus '].every((encoder) => stdout.includes(encoder));
}

async function locateFfmpeg(path: string): Promise<Ffmpeg> {
  const isFolder = path !== '' && !/ffmpeg[^/]*$/.test(path);
  const ffmpeg = path === '' ? 'ffmpeg' : isFolder ? join(path, 'ffmpeg') : path;
  const sibling = join(dirname(ffmpeg), 'ffprobe');
  const ffprobe = path !== '' && (await isExecutable(sibling)) ? sibling : 'ffprobe';
  const where = path === '' ? 'on this machine' : `at FFMPEG_PATH (${path})`;
  const [version] = await Promise.all([readVersion(ffmpeg), readVersion(ffprobe)]).catch(() => {
    throw new MediaError(
      'media_ffmpeg_missing',
      `ffmpeg and ffprobe were not found ${where}. Please install them (on Debian or Ubuntu: apt install ffmpeg).`,
    );
  });
  // Builds from git have no version number ("N-110000-g…"); they are newer than the minimum.
  const major = Number(/^n?(\d+)\./i.exec(version)?.[1] ?? MIN_VERSION);
  if (major < MIN_VERSION)
    throw new MediaError(
      'media_ffmpeg_missing',
      `ffmpeg ${version} was found ${where}; ${MIN_VERSION} or newer is needed.`,
    );
  return { ffmpeg, ffprobe, version };
}

async function readVersion(program: string): Promise<string> {
  const { stdout } = await run(program, ['-version'], { timeout: 20_000, env: isolatedEnvironment() });
  const version = /^ff\w+ version (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program} printed no version`);
  return version;
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
