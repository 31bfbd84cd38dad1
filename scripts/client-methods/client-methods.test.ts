import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { classified } from './classified.ts';
import { keyOf, readClientMethods } from './read-declarations.ts';
import { clientMethodsDocument } from './write-document.ts';

const root = resolve(import.meta.dirname, '../..');
const declared = readClientMethods(root).map(keyOf);

test('every method that the official packages declare is classified', () => {
  expect(declared.length).toBeGreaterThan(200);
  expect(declared.filter((key) => !classified.has(key))).toEqual([]);
});

test('nothing is classified that no package declares any more', () => {
  expect([...classified.keys()].filter((key) => !declared.includes(key))).toEqual([]);
});

test('the named test calls the method', () => {
  const missing = [...classified].flatMap(([key, { test: name }]) => {
    if (!name) return [];
    const file = resolve(root, `tests/wire/${name}.test.ts`);
    const calls = new RegExp(`\\.${key.split('.')[1]}(<[^>]*>)?\\(`);
    return existsSync(file) && calls.test(readFileSync(file, 'utf8')) ? [] : [`${key}: ${name}`];
  });
  expect(missing).toEqual([]);
});

test('docs/client-methods.md is what npm run client-methods writes', () => {
  expect(readFileSync(resolve(root, 'docs/client-methods.md'), 'utf8')).toBe(clientMethodsDocument(root));
});
