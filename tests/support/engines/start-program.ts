import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The match of the first line of its output that fits; fails when the program ends before. */
export async function waitForLine(
  child: ChildProcess,
  output: Readable | null,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  if (!output) throw new Error('its output is not read');
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnfile} ended with ${code}:\n${said.join('\n')}`)),
    );
    // Reads on after the match: a full pipe would stop the program.
    createInterface(output).on('line', (line) => {
      said.push(line);
      const match = pattern.exec(line);
      if (match) resolve(match);
    });
  });
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
