/**
 * Makes a stream in a process of its own and meets an accident on the way: killed when the film has become watchable,
 * killed in the middle of the second pass, or on a disk that fills up. Says in one line of JSON how it ended.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFilm } from '../src/encode-film.ts';
import type { MediaError } from '../src/media-error.ts';

const [accident, source = '', folder = '', key = ''] = process.argv.slice(2);
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
if (accident?.startsWith('disk')) {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
}
let told = 0;
let filled = false;
const fill = (): void => {
  if (filled) return;
  filled = true;
  for (let n = 0; ; n += 1)
    try {
      writeFileSync(join(folder, `ballast-${n}`), Buffer.alloc(16 * 1024));
    } catch {
      return;
    }
};
const stream = join(folder, 'stream');
const outcome = await encodeFilm({
  source,
  folder: stream,
  key: Buffer.from(key, 'hex'),
  limits: accident === 'disk fills up' ? { spareDisk: 0 } : {},
  onWatchable: () => {
    if (accident === 'killed between the passes') die();
  },
  onProgress: ({ stage }) => {
    if (stage === 'second') told += 1;
    // The first time it says that it begins, the second time that ffmpeg is at work.
    if (told < 2) return;
    if (accident === 'killed in the second pass') die();
    if (accident === 'disk fills up') fill();
  },
}).then(
  () => 'made',
  (error: MediaError) => error.key,
);
const left = readdirSync(stream).filter((name) => name.startsWith('.'));
process.stdout.write(JSON.stringify({ outcome, left }));
