import { join, normalize } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBucketName, isObjectName } from './object-name.ts';

test('accepts the file names that people use', () => {
  for (const name of [
    'a',
    'a/b/c.txt',
    "it's (1).png",
    'ünï'.normalize('NFD').replace(/[^a-z]/g, ''),
    '...',
    '.hidden',
  ]) {
    expect(isObjectName(name), name).toBe(true);
  }
});

test('no accepted name leads out of its folder', () => {
  const pieces = fc.array(fc.constantFrom('.', '..', '/', '\\', 'a', '\0', '%2e', ' ', '\n', 'é', '~'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((list) => list.join('')),
        fc.string(),
      ),
      (name) => {
        if (!isObjectName(name)) return;
        const path = join('/objects', 'bucket', name);
        expect(path).toBe(normalize(`/objects/bucket/${name}`));
        expect(path.startsWith('/objects/bucket/')).toBe(true);
        expect(path.split('/').length).toBe(3 + name.split('/').length);
      },
    ),
    { numRuns: 2000 },
  );
});

test('accepts bucket names that are one folder name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      if (isBucketName(name)) expect(join('/objects', name)).toBe(`/objects/${name}`);
    }),
  );
  for (const name of ['', '.', '..', 'a/b', ' a', 'a ', 'a\\b', 'x'.repeat(101)])
    expect(isBucketName(name), name).toBe(false);
});
