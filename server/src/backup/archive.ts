import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StartRefused } from '@lakou/platform/database';
import { z } from 'zod';
import { readEntry, type TarEntry, TarWriter, tarEntries, type Written } from './tar-file.ts';

/** Goes up when an older program could no longer understand what is in an archive. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';
const SEAL = 'manifest.sha256';

/** The name of the dump in an archive, for each kind of database. */
export const databaseEntry = { embedded: 'database.tar.gz', postgres: 'database.dump' } as const;

const manifestShape = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  database: z.enum(['embedded', 'postgres']),
  /** The migrations that the database has run. */
  migrations: z.array(z.string()),
  entries: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestShape>;

/**
 * One file with everything. Of two entries with the same name the last one counts. The manifest, with the checksum of
 * each entry, comes last: an archive without one was never finished. The file gets its name when it is complete.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #tar: TarWriter;
  readonly #entries: Record<string, Written> = {};

  private constructor(path: string, tar: TarWriter) {
    this.#path = path;
    this.#tar = tar;
  }

  static async create(path: string): Promise<ArchiveWriter> {
    await rm(`${path}.part`, { force: true });
    return new ArchiveWriter(path, TarWriter.create(`${path}.part`));
  }

  async add(name: string, size: number, content: Readable | Buffer): Promise<void> {
    this.#entries[name] = await this.#tar.add(name, size, content);
  }

  async finish(about: Pick<Manifest, 'database' | 'migrations'>): Promise<void> {
    const manifest: Manifest = {
      format: FORMAT,
      made_at: new Date().toISOString(),
      ...about,
      entries: this.#entries,
    };
    const bytes = Buffer.from(JSON.stringify(manifest));
    const { sha256 } = await this.#tar.add(MANIFEST, bytes.length, bytes);
    await this.#tar.add(SEAL, sha256.length, Buffer.from(sha256));
    await this.#tar.finish();
    await rename(`${this.#path}.part`, this.#path);
  }

  async abandon(): Promise<void> {
    await this.#tar.abandon();
    await rm(`${this.#path}.part`, { force: true });
  }
}

export interface Archive {
  manifest: Manifest;
  names: string[];
  open(name: string): Readable;
}

/** Reads and checks the whole archive before anything is restored from it. */
export async function openArchive(path: string): Promise<Archive> {
  try {
    const places = new Map<string, TarEntry>();
    for await (const entry of tarEntries(path)) places.set(entry.name, entry);
    const open = (name: string): Readable => {
      const place = places.get(name);
      if (!place) throw new Error(`${name} is missing`);
      return readEntry(path, place);
    };
    const manifest = readManifest(await buffer(open(MANIFEST)), (await buffer(open(SEAL))).toString());
    for (const [name, { sha256 }] of Object.entries(manifest.entries)) {
      if (places.get(name)?.sha256 !== sha256) throw new Error(`${name} is damaged`);
    }
    return { manifest, names: Object.keys(manifest.entries), open };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${path} cannot be used: ${(error as Error).message}. Nothing was changed.`);
  }
}

function readManifest(bytes: Buffer, seal: string): Manifest {
  if (createHash('sha256').update(bytes).digest('hex') !== seal) throw new Error(`${MANIFEST} is damaged`);
  const manifest = JSON.parse(bytes.toString()) as { format?: unknown };
  if (manifest.format !== FORMAT) {
    throw new Error(`it has the format ${manifest.format}, and this program reads ${FORMAT}`);
  }
  return manifestShape.parse(manifest);
}
