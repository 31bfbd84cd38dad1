import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Static imports of values; types are erased and `import()` loads later. */
const STATIC_IMPORT = /^import (?!type )[^;]*?from '(?:@lakou\/contract\/[\w-]+\/inputs|zod)';/m;

test('input schemas, and with them zod, are only loaded lazily', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const eager = files.filter((file) =>
    STATIC_IMPORT.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(eager).toEqual([]);
});
