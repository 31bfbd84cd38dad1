import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const forbidden: [file: string, module: string][] = [
  ['contract/src/a.ts', '../../platform/src/database/database.ts'],
  ['contract/src/b.ts', '@lakou/platform/database'],
  ['platform/src/rest/a.ts', '../../../server/src/app.ts'],
  ['platform/src/b.ts', '@lakou/media/probe'],
  ['media/src/a.ts', '@lakou/platform'],
  ['media/src/b.ts', 'hono'],
  ['server/src/a.ts', '@lakou/platform/database/embedded'],
  ['server/src/catalogue/b.ts', '../../../platform/src/database/embedded.ts'],
  ['supabase/functions/playback/a.ts', '../../../platform/src/database/database.ts'],
  ['web/src/lib/a.ts', '@lakou/server/app'],
  ['web/src/lib/b.ts', '../features/identity/use-sign-out.ts'],
  ['web/src/ui/a.tsx', '../pages/home.tsx'],
  ['web/src/features/identity/a.ts', '../catalogue/title-card.tsx'],
  ['web/src/features/community/forum/list/a.ts', '../../../catalogue/title-card.tsx'],
  ['web/src/features/identity/b.ts', '../../pages/home.tsx'],
  ['web/src/pages/a.tsx', '../app/frame.tsx'],
  ['web/src/lib/d.ts', '#features/identity/use-sign-out.ts'],
  ['web/src/ui/d.tsx', '#pages/home.tsx'],
  ['web/src/features/identity/d.ts', '#features/catalogue/title-card.tsx'],
  ['web/src/features/identity/e.ts', '#pages/home.tsx'],
  ['web/src/pages/d.tsx', '#app/frame.tsx'],
];
const allowed: [file: string, module: string][] = [
  ['platform/src/c.ts', '@lakou/contract/errors'],
  ['supabase/functions/playback/c.ts', '@lakou/contract/playback/inputs'],
  ['server/src/c.ts', '@lakou/platform/database'],
  ['server/src/d.ts', '@lakou/platform'],
  ['web/src/app/c.tsx', '../pages/not-found.tsx'],
  ['web/src/pages/c.tsx', '../features/identity/use-sign-out.ts'],
  ['web/src/features/identity/c.tsx', '#ui/button.tsx'],
  ['web/src/pages/e.tsx', '#features/identity/use-sign-out.ts'],
];

/** Which of these imports our own lint rules turn down. */
function refusedImports(files: [file: string, module: string][]): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-arrows-'));
  try {
    const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(
      join(folder, 'biome.json'),
      JSON.stringify({ ...rules, vcs: undefined, $schema: undefined }),
    );
    for (const [file, module] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `import { thing } from '${module}';\nconsole.log(thing);\n`);
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--reporter=github', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = stdout.matchAll(/title=lint\/style\/noRestrictedImports,file=([^,]+),/g);
    const named = [...found].map(([, path]) => path!);
    return new Set(
      files.map(([file]) => file).filter((file) => named.some((path) => path.endsWith(`/${file}`))),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the arrows between folders', () => {
  const refused = refusedImports([...forbidden, ...allowed]);
  test.each(forbidden)('%s may not import %s', (file) => {
    expect(refused).toContain(file);
  });
  test.each(allowed)('%s may import %s', (file) => {
    expect(refused).not.toContain(file);
  });
});
