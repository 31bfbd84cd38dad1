import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error: the scripts are plain JavaScript, which runs before anything is installed.
import { describeMigrationChanges, readMigrations } from './migration-changes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lakou-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a new migration restarts the server, an empty one and a saved one do not', () => {
  write('1_first.sql', 'select 1;');
  const ran = readMigrations(folder);
  write('2_second.sql', '-- what it is for\n');
  write('1_first.sql', 'select 1;');
  expect(describeMigrationChanges(ran, readMigrations(folder))).toEqual({ hasNew: false, messages: [] });
  write('2_second.sql', '-- what it is for\nselect 2;\n');
  expect(describeMigrationChanges(ran, readMigrations(folder))).toEqual({
    hasNew: true,
    messages: ['Migration 2_second.sql is new: it runs at the next restart, which happens now.'],
  });
});

test('a migration that has run and is changed or removed does not restart, and says what to do', () => {
  const ran = readMigrations(folder);
  write('1_first.sql', 'select 3;');
  rmSync(join(folder, '2_second.sql'));
  const { hasNew, messages } = describeMigrationChanges(ran, readMigrations(folder));
  expect(hasNew).toBe(false);
  expect(messages.map((message: string) => message.split(':')[0])).toEqual([
    'Migration 1_first.sql has already run and was changed',
    'Migration 2_second.sql has already run and was removed',
  ]);
  for (const message of messages) {
    expect(message).toContain('npm run db:reset');
    expect(message).toContain('npm run db:migration -- name');
  }
});
