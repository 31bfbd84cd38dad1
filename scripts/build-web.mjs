// Builds the web app if its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { findNode, findTool, root, withOwnTools } from './setup.mjs';

const web = join(root, 'web');
const stamp = join(web, 'build/.sources');

/** False where the sources cannot be built; then the reason has been printed. */
export function buildWeb() {
  const current = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return true;
  console.log('Building the web app…');
  const { status, stdout, stderr } = spawnSync(findNode(), [findTool('react-router'), 'build'], {
    cwd: web,
    env: withOwnTools({ NODE_ENV: 'production' }),
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout}\n${stderr}\nThe web app could not be built; the reason is above.`);
    return false;
  }
  compressFiles(join(web, 'build/client'));
  writeFileSync(stamp, current);
  return true;
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    ...filesIn('contract/src'),
    ...filesIn('web/src'),
    ...filesIn('web/public'),
    ...['web/package.json', 'web/vite.config.ts', 'web/react-router.config.ts'],
  ];
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath.slice(root.length), entry.name));
}

/** At build time and at the highest level, so that no request has to compress a file. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(m?js|css|svg|json|webmanifest|txt)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
