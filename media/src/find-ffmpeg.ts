import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MediaError } from './media-error.ts';

export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
  version: string;
}

const OLDEST = 5;
const run = promisify(execFile);
const known = new Map<string, Promise<Ffmpeg>>();

/** The ffmpeg to use: FFMPEG_PATH (the program, or the folder it is in), else the system's, version 5 or newer. */
export function findFfmpeg(path = process.env.FFMPEG_PATH ?? ''): Promise<Ffmpeg> {
  const before = known.get(path);
  if (before) return before;
  const looked = look(path);
  known.set(path, looked);
  // Somebody may install it while we run: a failure is not remembered.
  looked.catch(() => known.delete(path));
  return looked;
}

async function look(path: string): Promise<Ffmpeg> {
  const inFolder = path !== '' && !/ffmpeg[^/]*$/.test(path);
  const ffmpeg = path === '' ? 'ffmpeg' : inFolder ? join(path, 'ffmpeg') : path;
  const beside = join(dirname(ffmpeg), 'ffprobe');
  const ffprobe = path !== '' && (await isProgram(beside)) ? beside : 'ffprobe';
  const where = path === '' ? 'on this machine' : `at FFMPEG_PATH (${path})`;
  const [version] = await Promise.all([versionOf(ffmpeg), versionOf(ffprobe)]).catch(() => {
    throw new MediaError(
      'media_ffmpeg_missing',
      `ffmpeg and ffprobe were not found ${where}. Please install them (on Debian or Ubuntu: apt install ffmpeg).`,
    );
  });
  // Builds from a repository carry no number ("N-110000-g…"); they are newer than any release we refuse.
  const major = Number(/^n?(\d+)\./i.exec(version)?.[1] ?? OLDEST);
  if (major < OLDEST)
    throw new MediaError(
      'media_ffmpeg_missing',
      `ffmpeg ${version} was found ${where}; ${OLDEST} or newer is needed.`,
    );
  return { ffmpeg, ffprobe, version };
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await run(program, ['-version'], { timeout: 20_000 });
  const version = /^ff\w+ version (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program} does not say its version`);
  return version;
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
