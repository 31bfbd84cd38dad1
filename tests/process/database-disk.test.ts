import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
let disk: string;

beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), 'lakou-disk-'));
});
afterAll(() => rmSync(disk, { recursive: true, force: true }));

/** Without root, a user namespace allows mounting. */
async function act(scene: string): Promise<Record<string, string>> {
  const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const script = join(import.meta.dirname, 'database-small-disk.ts');
  const child = [process.execPath, '--liftoff-only', script, scene, disk];
  const { stdout, stderr } = await run('unshare', [...namespaces, ...child]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, string>;
}

const full = () => `The disk that holds ${disk}/database is full; free some space, nothing is lost.`;

test('a start on a read-only disk is refused with a message', async () => {
  const outcomes = await act('read-only');
  const sentence = (name: string) =>
    `StartRefused: The folder ${disk}/${name} cannot be written to; make it writable for this user or choose another DATA_DIR.`;
  expect(outcomes).toEqual({
    'first start': 'done',
    start: sentence('database'),
    'start of a new one': sentence('another'),
  });
});

test('a first start on a full disk is refused with a message, and works when there is space', async () => {
  expect(await act('full at the start')).toEqual({
    start: `StartRefused: ${full()}`,
    'start with space': 'done',
  });
});

test('writes fail on a disk that fills up, and work again when there is space', async () => {
  const outcomes = await act('full while running');
  const failed = `DatabaseFull: ${full()}`;
  expect(outcomes['large write']).toBe(failed);
  expect(outcomes['write after that']).toBe(failed);
  expect(outcomes['write with space']).toBe('[]');
  expect(outcomes.rows).toBe('[{"filling":"first"},{"filling":"last"}]');
});

test('a statement that fills the disk fails with the reason, and no committed row is lost', async () => {
  const outcomes = await act('filled by one statement');
  expect(outcomes.flood).toBe(`DatabaseFull: ${full()}`);
  expect(outcomes.rows).toContain('{"filling":"first"}');
});
