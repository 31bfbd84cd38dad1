import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lakou-backup-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('a backup made during writes can be restored, and has everything committed before it', async () => {
  const database = await openEmbedded({ folder: join(parent, 'database') });
  await database.query('create table rows (id int primary key)');
  await database.query('insert into rows select generate_series(1, 1000)');
  const writing = Promise.all(
    Array.from({ length: 50 }, (_, index) => database.query('insert into rows values ($1)', [2_000 + index])),
  );
  const path = await database.backup();
  await writing;
  await database.query('delete from rows');
  await database.close();
  expect(path.startsWith(join(parent, 'backups'))).toBe(true);

  const restored = await openEmbedded({ folder: join(parent, 'restored'), template: path });
  const [row] = await restored.query<{ n: number }>('select count(*) as n from rows where id <= 1000');
  expect(row).toEqual({ n: 1000 });
  await restored.query('insert into rows values (5000)');
  await restored.close();
});

test('backups are made on schedule, the newest are kept, and incomplete ones are deleted', async () => {
  const folder = join(parent, 'elsewhere');
  const database = await openEmbedded({
    folder: join(parent, 'database'),
    backups: { folder, everyMs: 300, keep: 2 },
  });
  const first = await database.backup();
  const unfinished = join(folder, '.lakou-2026-01-01T00-00-00-000Z.tar.gz.tmp');
  writeFileSync(unfinished, 'half');
  const second = await database.backup();
  expect(readdirSync(folder)).not.toContain('.lakou-2026-01-01T00-00-00-000Z.tar.gz.tmp');
  await vi.waitFor(
    () => {
      const names = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
      expect(names).toHaveLength(2);
      expect(names).not.toContain(first.split('/').at(-1));
      expect(names).not.toContain(second.split('/').at(-1));
    },
    { timeout: 30_000, interval: 50 },
  );
  await database.close();
});
