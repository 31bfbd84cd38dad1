import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tests/support/lakou-process.ts';

/** What is measured is compared with this revision. */
const OLD_REVISION = '41ba35f';

/**
 * The folder of the old revision, with its packages and its built web app: a clone of this repository, made once. BENCH_OLD
 * names a folder that has one already.
 */
export function prepareOldRevision(): string {
  const folder = process.env.BENCH_OLD ?? join(tmpdir(), `lakou-revision-${OLD_REVISION}`);
  if (existsSync(join(folder, 'web/build/.sources'))) return folder;
  if (!existsSync(folder)) {
    console.error(`  cloning ${OLD_REVISION} into ${folder}`);
    run('git', ['clone', '--quiet', '--no-checkout', root, folder], root);
    run('git', ['checkout', '--quiet', OLD_REVISION], folder);
  }
  run('node', ['scripts/build.mjs'], folder);
  return folder;
}

function run(program: string, args: string[], cwd: string): void {
  // The tables are on standard output.
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}; the bench needs the whole history`);
}
