/**
 * Packs an empty database of the pinned PGlite, from which every new one is unpacked.
 * Run it after changing PGlite's version: `node platform/src/database/template/build-template.ts`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { emptyTemplate } from '../data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'lakou-template-'));
try {
  const files = join(folder, 'postgres');
  // Small write-ahead segments: a new database is 16 MB smaller, and so is every backup.
  const database = await PGlite.create({ dataDir: files, initDbStartParams: ['--wal-segsize=1'] });
  await database.close();
  const order = ['--format=ustar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const tar = spawnSync('tar', [...order, '-C', files, '-cf', '-', '.'], { maxBuffer: 1 << 30 });
  if (tar.status !== 0) throw new Error(`tar failed: ${tar.stderr}`);
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 25 };
  const packed = zstdCompressSync(tar.stdout, { params });
  writeFileSync(emptyTemplate, packed);
  process.stdout.write(`${emptyTemplate}: ${(packed.length / 1e6).toFixed(2)} MB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
