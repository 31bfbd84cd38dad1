import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TinyFilms extends Disposable {
  /** A file with moving pictures and a tone. */
  make(options: { seconds: number; size?: string; rate?: number }): string;
}

/** Films made by ffmpeg itself, small enough to be encoded in a test. */
export function tinyFilms(): TinyFilms {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-films-'));
  const made = new Map<string, string>();
  return {
    make({ seconds, size = '640x360', rate = 12 }) {
      const name = `${seconds}-${size}-${rate}.mp4`;
      const before = made.get(name);
      if (before) return before;
      const path = join(folder, name);
      const picture = `testsrc=size=${size}:rate=${rate}:duration=${seconds}`;
      const sound = `sine=frequency=220:duration=${seconds}`;
      const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound];
      const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
      execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...codecs, '-y', path]);
      made.set(name, path);
      return path;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
