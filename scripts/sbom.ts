import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

/** `npm run sbom`: prints what runs with Lakou or is sent to browsers, from the lock file, as CycloneDX. */

export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
export interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  properties?: { name: string; value: string }[];
  hashes?: { alg: string; content: string }[];
}

export function describePackages(): Sbom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const printed = execFileSync('npm', args, {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    stdio: ['ignore', 'pipe', 'inherit'],
    // On Windows npm is a .cmd file, which only a shell runs.
    shell: process.platform === 'win32',
  });
  const all = JSON.parse(printed) as Sbom;
  // `--omit dev` of npm also leaves out what both the server and the project's own tests need, such as Hono.
  const components = all.components.filter((component) => !isDevelopment(component));
  // npm names the project after its folder.
  const component = { ...all.metadata.component, name: 'lakou' };
  const refs = new Set([component, ...components].map((one) => one['bom-ref']));
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...all, metadata: { ...all.metadata, component }, components, dependencies };
}

function isDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(describePackages(), null, 2));
