import { describe, expect, test } from 'vitest';
import { readPackages } from './licences.ts';
import { type Component, describePackages } from './sbom.ts';

describe('npm run sbom', () => {
  const sbom = describePackages();
  const { metadata, components, dependencies } = sbom;
  const nameOf = ({ purl }: Component) => decodeURIComponent(purl.replace(/^pkg:npm\//, ''));

  test('prints CycloneDX', () => {
    expect(sbom.bomFormat).toBe('CycloneDX');
    expect(sbom.specVersion).toMatch(/^1\.\d$/);
    expect(metadata.component).toMatchObject({ name: 'lakou', 'bom-ref': expect.stringMatching(/^lakou@/) });
    for (const { type, name, version, purl } of components) {
      expect(type, purl).toBe('library');
      expect(name && version, purl).toBeTruthy();
    }
    const refs = [metadata.component, ...components].map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { ref, dependsOn } of dependencies)
      expect(
        [ref, ...dependsOn].filter((one) => !refs.includes(one)),
        ref,
      ).toEqual([]);
  });

  test('has every package of the lock file that runs with Lakou, with its hash, and no other', () => {
    const packages = components.filter((component) => !nameOf(component).startsWith('@lakou/'));
    const running = readPackages().filter(({ isDev }) => !isDev);
    expect(running.length).toBeGreaterThan(100);
    expect(packages.map(nameOf).toSorted()).toEqual(
      running.map(({ name, version }) => `${name}@${version}`).toSorted(),
    );
    for (const component of packages)
      expect(component.hashes, component.purl).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
  });

  test('has the parts of Lakou itself', () => {
    const own = components.map(nameOf).filter((name) => name.startsWith('@lakou/'));
    const parts = ['contract', 'media', 'platform', 'server', 'web'];
    expect(own.map((name) => name.replace(/@[\d.]+$/, '')).toSorted()).toEqual(
      parts.map((part) => `@lakou/${part}`),
    );
  });
});
