import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messages as everyone } from '@lakou/contract/messages/en-everyone';
import { messages as home } from '@lakou/contract/messages/en-home';
import { expect, test } from 'vitest';
import { loadScope, messageScope } from './page-messages.ts';

const src = join(import.meta.dirname, '..');
const KEY = /['"`](admin|catalogue|commerce|community|identity|media|playback|shell)\.([a-z0-9_]+)['"`]/g;

function resolve(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith('#') ? join(src, specifier.slice(1)) : join(dirname(from), specifier);
  return /^[#.]/.test(specifier) && existsSync(path) && /\.tsx?$/.test(path) ? path : undefined;
}

/** The files that these import at once, and what they import later with the line that does so. */
function follow(entries: string[]) {
  const files = new Set<string>();
  const later = new Map<string, string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
    for (const [, specifier = ''] of text.matchAll(/\bfrom '([^']+)'/g)) {
      const path = resolve(file, specifier);
      if (path) waiting.push(path);
    }
    for (const [line, specifier = ''] of text.matchAll(/^.*\bimport\(\s*'([^']+)'.*$/gm)) {
      const path = resolve(file, specifier);
      if (path) later.set(path, `${line}${text.includes('lazyWithMessages(') ? ' lazyWithMessages' : ''}`);
    }
  }
  return { files, later };
}

type Areas = Record<string, object>;

function keysBeyond(files: Iterable<string>, areas: Areas): string[] {
  return [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(KEY)].flatMap(([text, area = '', key = '']) =>
      key in (areas[area] ?? {}) ? [] : `${file.slice(src.length + 1)}: ${text}`,
    ),
  );
}

const homeEntries = [
  'entry.client.tsx',
  'root.tsx',
  'app/frame.tsx',
  'pages/home.tsx',
  'pages/home-below.tsx',
].map((name) => join(src, name));

test('home and the frame use only messages that are there with them', () => {
  const { files } = follow(homeEntries);
  expect(files.size).toBeGreaterThan(50);
  expect(keysBeyond(files, home)).toEqual([]);
});

test('what home and the frame load later brings its messages, or needs no others', () => {
  const { files, later } = follow(homeEntries);
  expect(later.size).toBeGreaterThan(5);
  const more = new Set<string>();
  const waiting = [...later];
  // What is loaded later can load something later still.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [file, line] = next;
    if (line.includes('lazyWithMessages') || files.has(file) || more.has(file)) continue;
    const followed = follow([file]);
    for (const one of followed.files) if (!files.has(one)) more.add(one);
    waiting.push(...followed.later);
  }
  const silent = [...more].filter((file) => !readFileSync(file, 'utf8').includes('await loadScope('));
  expect(keysBeyond(silent, home)).toEqual([]);
});

test('only the admin area uses its messages', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(
    (name) => !/^(?:features\/admin|pages\/admin)/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  expect(
    keysBeyond(
      files.map((name) => join(src, name)),
      everyone,
    ),
  ).toEqual([]);
});

test('knows which messages a page needs', () => {
  expect(messageScope('/')).toBe('home');
  expect(messageScope('/films')).toBe('everyone');
  expect(messageScope('/admin/movies')).toBe('admin');
  expect(messageScope('/administration')).toBe('everyone');
});

test('a smaller scope that comes later takes no message away', async () => {
  const all = await loadScope('en', 'everyone');
  expect(await loadScope('en', 'home')).toBe(all);
  for (const [area, texts] of Object.entries(everyone as Areas)) expect(all).toHaveProperty(area, texts);
});
