import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { emptyTemplate, pgliteVersion } from './data-folder.ts';

test('the packed empty database belongs to the PGlite that is installed', () => {
  // The package does not export its package.json, so it is looked up beside its entry.
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const installed = JSON.parse(readFileSync(new URL('../package.json', `file://${entry}`), 'utf8')) as {
    version: string;
  };
  expect(installed.version).toBe(pgliteVersion);
  expect(emptyTemplate).toContain(`pglite-${installed.version}.`);
  expect(statSync(emptyTemplate).size).toBeLessThan(5_000_000);
});
