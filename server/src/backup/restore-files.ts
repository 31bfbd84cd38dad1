import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StartRefused } from '@lakou/platform/database';
import { parseSigningKeys } from '@lakou/platform/keys';
import type { Config } from '../config.ts';
import type { Archive } from './archive.ts';
import { openStores } from './stores.ts';

/** The old tokens and sessions are good with the old keys alone. */
export async function restoreKeys(archive: Archive, config: Config, aside: string): Promise<void> {
  const bytes = await buffer(archive.open('keys.json'));
  const { thumbprint } = await parseSigningKeys(bytes.toString(), 'The archive');
  if (config.jwtKeys && (await parseSigningKeys(config.jwtKeys, 'JWT_KEYS')).thumbprint !== thumbprint) {
    throw new StartRefused('JWT_KEYS holds other keys than the archive: unset it, or set it to those.');
  }
  await writeFile(join(aside, 'keys.json'), bytes, { mode: 0o600 });
}

/** Objects and streams: on disk below `aside`; in S3 at once, where they disturb nobody before a row names them. */
export async function restoreBytes(archive: Archive, config: Config, aside: string): Promise<void> {
  const { objects, streams } = await openStores(config, aside);
  for (const entry of archive.names) {
    const [kind, place = '', ...rest] = entry.split('/');
    if (kind === 'objects') {
      const key = { bucket: place, name: rest.slice(0, -1).join('/'), version: rest.at(-1) ?? '' };
      const size = archive.manifest.entries[entry]?.size;
      await objects.put(key, archive.open(entry), { size });
    }
    if (kind === 'streams') {
      const file = join(aside, 'file');
      await pipeline(archive.open(entry), createWriteStream(file));
      await streams.adopt(place, rest.join('/'), file);
      await rm(file);
    }
  }
}
