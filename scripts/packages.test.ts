import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Locked {
  link?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}
const lock: { packages: Record<string, Locked> } = read('package-lock.json');
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

test('every package we install is the one we looked at, by its hash', () => {
  expect(installed.length).toBeGreaterThan(100);
  const unsealed = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unsealed.map(([path]) => path)).toEqual([]);
});

test('no package runs anything when it is installed', () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

test('every version is pinned', () => {
  const { workspaces } = read('package.json') as { workspaces: string[] };
  for (const folder of ['.', ...workspaces]) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = read(join(folder, 'package.json'));
    const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies } as Record<string, string>;
    const loose = Object.entries(wanted).filter(
      ([name, at]) => !name.startsWith('@lakou/') && !/^\d/.test(at),
    );
    expect(loose, folder).toEqual([]);
  }
});
