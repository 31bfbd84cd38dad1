import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const documents = tracked.filter((file) => file.endsWith('.md') && existsSync(join(root, file)));
const folders = new Set(tracked.map((file) => file.split('/')[0]));
const schema = readFileSync(join(root, 'supabase/schema.sql'), 'utf8');

/** Changelogs and the coverage table name things by other rules. */
const current = documents.filter((file) => !['CHANGELOG.md', 'docs/spec-coverage.md'].includes(file));

test.each(current)('%s links to files that exist', (file) => {
  const links = [
    ...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g),
  ];
  const missing = links.map(([, target]) => target!).filter((target) => !exists(join(dirname(file), target)));
  expect(missing).toEqual([]);
});

test('README lists every document about running it', () => {
  const [, table = ''] =
    /^## Documents\n([\s\S]*?)^## /m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const operation = documents.filter((file) => file.startsWith('docs/operation/'));
  expect(operation.length).toBeGreaterThan(5);
  expect(operation.filter((file) => !table.includes(`](${file})`))).toEqual([]);
});

test.each(current)('%s names paths that exist', (file) => {
  const named = [
    ...prose(file).matchAll(/`([\w.-]+\/[\w./-]+?\.(?:tsx?|mjs|sql|md|css|json|toml|sha256))`/g),
  ];
  const missing = named
    .map(([, path]) => path!)
    .filter((path) => folders.has(path.split('/')[0]!) && !exists(path));
  expect(missing).toEqual([]);
});

test.each(current)('%s names database objects that exist', (file) => {
  const named = [...prose(file).matchAll(/`((?:private|public)\.[a-z_]+)(?:\([^`]*\))?`/g)].map(
    ([, name]) => name!,
  );
  expect(named.filter((name) => !new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(schema))).toEqual([]);
});

/** A document without its code blocks. */
function prose(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
}

function exists(path: string): boolean {
  return existsSync(join(root, path));
}
