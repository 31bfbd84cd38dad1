import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const functions = join(import.meta.dirname, '../supabase/functions');
const { imports } = JSON.parse(readFileSync(join(functions, 'deno.json'), 'utf8')) as {
  imports: Record<string, string>;
};

test('hosted Supabase finds every module that a function names, in the version that we use', () => {
  const named = globSync('**/*.ts', { cwd: functions })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(functions, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)])
    .map(([, module = '']) => module)
    .filter((module) => !module.startsWith('node:'));
  expect(Object.keys(imports)).toEqual(expect.arrayContaining([...new Set(named)]));
  for (const [module, place] of Object.entries(imports)) {
    const [, name = '', version] = /^npm:(.+)@([\d.]+)$/.exec(place) ?? [];
    if (!version) {
      expect(existsSync(join(functions, place)), module).toBe(true);
      continue;
    }
    const installed = readFileSync(
      join(import.meta.dirname, '../node_modules', name, 'package.json'),
      'utf8',
    );
    expect(JSON.parse(installed), module).toMatchObject({ version });
  }
});
