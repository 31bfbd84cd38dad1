import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Locked {
  version?: string;
  /** Where it comes from. Without it: the registry that npm is set to. */
  resolved?: string;
  link?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}
const lock: { packages: Record<string, Locked> } = read('package-lock.json');
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

const { workspaces, overrides } = read('package.json') as {
  workspaces: string[];
  overrides: Record<string, string>;
};

test('every package we install is the one we looked at, by its hash', () => {
  expect(installed.length).toBeGreaterThan(100);
  const unsealed = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unsealed.map(([path]) => path)).toEqual([]);
});

/** The only address that an entry can name is npm's own of that very version. */
function comesFromElsewhere([path, { version = '', resolved }]: [string, Locked]): boolean {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const own = `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
  return !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version) || (resolved !== undefined && resolved !== own);
}

test('no package comes from elsewhere than the registry', () => {
  expect(installed.filter(comesFromElsewhere)).toEqual([]);
  const links = Object.entries(lock.packages).filter(([, { link }]) => link);
  expect(links.map(([, { resolved }]) => resolved).toSorted()).toEqual(workspaces.toSorted());
});

test.each([
  ['another host', '1.0.0', 'https://registry.example/a/-/a-1.0.0.tgz'],
  ['another package', '1.0.0', 'https://registry.npmjs.org/b/-/b-1.0.0.tgz'],
  ['another version', '1.0.0', 'https://registry.npmjs.org/a/-/a-1.0.1.tgz'],
  ['no encryption', '1.0.0', 'http://registry.npmjs.org/a/-/a-1.0.0.tgz'],
  ['a repository', 'git+ssh://git@github.com/a/a.git#0123abc', undefined],
])('a package with %s would be noticed', (_, version, resolved) => {
  expect(comesFromElsewhere(['node_modules/a', { version, ...(resolved && { resolved }) }])).toBe(true);
  const own = 'https://registry.npmjs.org/@b/a/-/a-1.0.0.tgz';
  expect(comesFromElsewhere(['x/node_modules/@b/a', { version: '1.0.0', resolved: own }])).toBe(false);
});

test('no package runs anything when it is installed', () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

const sections = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;
type Manifest = Partial<Record<(typeof sections)[number], Record<string, string>>>;

/** npm would choose versions by itself where the lock file does not know what a package.json asks for. */
test.each(['', ...workspaces])('the lock file has what package.json asks for %s', (folder) => {
  const manifest = read(join(folder, 'package.json')) as Manifest;
  const locked = lock.packages[folder] as Manifest;
  for (const section of sections) expect(locked[section], section).toEqual(manifest[section]);
  const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const versionOf = (name: string) =>
    (lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`])?.version;
  const others = Object.entries(asked).filter(([name]) => !name.startsWith('@lakou/'));
  expect(others.filter(([name, version]) => versionOf(name) !== version)).toEqual([]);
});

test('every version is pinned', () => {
  for (const folder of ['', ...workspaces]) {
    const manifest = read(join(folder, 'package.json')) as Manifest;
    const wanted = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    };
    const loose = Object.entries(wanted).filter(
      ([name, at]) => !name.startsWith('@lakou/') && !/^\d/.test(at),
    );
    expect(loose, folder).toEqual([]);
  }
  for (const [name, version] of Object.entries(overrides)) {
    const found = installed.filter(([path]) => path.endsWith(`node_modules/${name}`));
    expect(
      found.map(([, { version: at }]) => at),
      name,
    ).toEqual([version]);
  }
});

test('updates are proposed each week for everything that is not ours', () => {
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as {
    updates: {
      'package-ecosystem': string;
      directory: string;
      schedule: { interval: string };
      groups: object;
    }[];
  };
  const files: Record<string, string> = {
    npm: 'package-lock.json',
    'github-actions': '.github/workflows/ci.yml',
    docker: 'Containerfile',
    'docker-compose': 'compose.yaml',
  };
  expect(updates.map((update) => update['package-ecosystem'])).toEqual(Object.keys(files));
  for (const { 'package-ecosystem': kind, directory, schedule, groups } of updates) {
    expect(existsSync(join(root, directory, files[kind] ?? '')), kind).toBe(true);
    expect(schedule.interval).toBe('weekly');
    expect(Object.keys(groups)).not.toEqual([]);
  }
});
