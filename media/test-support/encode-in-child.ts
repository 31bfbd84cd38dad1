/**
 * Encodes a film in its own process and interrupts itself: killed when the film has become watchable, killed during the
 * second pass, or on a disk that fills up. Prints the outcome as one line of JSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFilm } from '../src/encode-film.ts';
import type { MediaError } from '../src/media-error.ts';

const [interruption, source = '', folder = '', key = ''] = process.argv.slice(2);
const killItself = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
if (interruption?.startsWith('disk')) {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
}
let secondPassReports = 0;
let isFilled = false;
const fillDisk = (): void => {
  if (isFilled) return;
  isFilled = true;
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
  limits: interruption === 'disk fills up' ? { spareDisk: 0 } : {},
  onWatchable: () => {
    if (interruption === 'killed between the passes') killItself();
  },
  onProgress: ({ stage }) => {
    if (stage === 'second') secondPassReports += 1;
    // The first report is sent at the start, the second one when ffmpeg runs.
    if (secondPassReports < 2) return;
    if (interruption === 'killed in the second pass') killItself();
    if (interruption === 'disk fills up') fillDisk();
  },
}).then(
  () => 'encoded',
  (error: MediaError) => error.key,
);
const left = readdirSync(stream).filter((name) => name.startsWith('.'));
process.stdout.write(JSON.stringify({ outcome, left }));
