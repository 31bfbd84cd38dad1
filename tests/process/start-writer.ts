import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';

const program = join(import.meta.dirname, 'database-writer.ts');

interface WriterOptions {
  folder: string;
  synced: boolean;
  env?: Record<string, string>;
  /** Called with the number of rows that it has promised; `kill` ends it. */
  onKept?(rows: number, kill: () => void): void;
}

interface Written {
  /** The rows that were there when it began; undefined where it did not come so far. */
  found: number[] | undefined;
  /** The rows that it has promised. */
  kept: number[];
}

/** A process that opens the database in the folder and writes rows until it is killed. */
export function startWriter({ folder, synced, env, onKept }: WriterOptions) {
  const writer = spawn(
    process.execPath,
    ['--liftoff-only', program, folder, synced ? 'synced' : 'unsynced'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  const exited = once(writer, 'exit');
  const kill = (): void => void writer.kill('SIGKILL');
  const written: Written = { found: undefined, kept: [] };
  let complaint = '';
  writer.stderr.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  const lines = createInterface({ input: writer.stdout });
  const read = once(lines, 'close');
  lines.on('line', (line) => {
    const [word, rest = ''] = line.split(' ');
    if (word === 'found') written.found = rest.split(',').filter(Boolean).map(Number);
    if (word === 'kept') onKept?.(written.kept.push(Number(rest)), kill);
  });
  return {
    exited,
    kill,
    /** Resolves when it was killed. */
    async ended(): Promise<Written> {
      await Promise.all([exited, read]);
      expect(complaint, 'the folder opens again').toBe('');
      return written;
    },
  };
}

/** What was promised and is not there. */
export function missing(promised: Iterable<number>, there: readonly number[]): number[] {
  const known = new Set(there);
  return [...promised].filter((id) => !known.has(id));
}
