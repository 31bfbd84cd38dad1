import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const supabase = join(import.meta.dirname, '../supabase');
const released = readFileSync(join(supabase, 'released-migrations.sha256'), 'utf8').trim().split('\n');
const folder = join(supabase, 'migrations');

const sealed = (file: string): string => {
  const seal = createHash('sha256').update(readFileSync(join(folder, file)));
  return `${seal.digest('hex')}  ${file}`;
};

test('a released migration stays as it is: somebody’s database has run it', () => {
  const now = readdirSync(folder).map(sealed);
  expect(released.filter((line) => !now.includes(line))).toEqual([]);
});

test('a new migration comes after every released one', () => {
  const names = released.map((line) => line.split('  ')[1]!);
  const fresh = readdirSync(folder).filter((file) => !names.includes(file));
  for (const file of fresh) expect(file > names.at(-1)!, file).toBe(true);
});
