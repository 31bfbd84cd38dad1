import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { embeddedMajor, emptyTemplate, pgliteVersion } from './data-folder.ts';
import { unpackTar } from './unpack-tar.ts';

test('the packed empty database was built by the installed PGlite', () => {
  // The package does not export its package.json, so it is looked up beside its entry.
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const installed = JSON.parse(readFileSync(new URL('../package.json', `file://${entry}`), 'utf8')) as {
    version: string;
  };
  expect(installed.version).toBe(pgliteVersion);
  expect(emptyTemplate).toContain(`pglite-${installed.version}.`);
  expect(statSync(emptyTemplate).size).toBeLessThan(5_000_000);
});

test('the packed empty database has the PostgreSQL version that folders are checked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-template-'));
  try {
    await unpackTar(emptyTemplate, folder);
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()).toBe(String(embeddedMajor));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
