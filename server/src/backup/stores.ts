import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DiskObjectStore, type ObjectStore, openS3ObjectStore } from '@lakou/platform/storage';
import type { Config } from '../config.ts';
import { STREAMS_FOLDER } from '../playback/stream-objects.ts';
import { openStreamStore, type StreamStore } from '../playback/stream-store.ts';
import type { Contents } from './dump.ts';

interface Stored {
  /** Its name in an archive. */
  name: string;
  find(): Promise<{ size: number; since: Date } | undefined>;
  open(): Promise<Readable | undefined>;
}

export interface Stores {
  objects: ObjectStore;
  streams: StreamStore;
  contents(of: Contents): AsyncGenerator<Stored>;
}

/** The stores of the settings; on disk, they are below `folder`. */
export async function openStores(config: Pick<Config, 's3'>, folder: string): Promise<Stores> {
  const { s3 } = config;
  const objects = s3
    ? await openS3ObjectStore({ ...s3, excludedFolders: [STREAMS_FOLDER] })
    : new DiskObjectStore(join(folder, 'storage'));
  const streams = await openStreamStore({ dataFolder: folder, s3 });
  const fileOf = (stream: string, file: string): Stored => ({
    name: `streams/${stream}/${file}`,
    find: () => streams.find(stream, file),
    open: () => streams.open(stream, file),
  });
  return {
    objects,
    streams,
    async *contents(of) {
      for (const key of of.objects) {
        const name = `objects/${key.bucket}/${key.name}/${key.version}`;
        yield { name, find: () => objects.find(key), open: () => objects.open(key) };
      }
      for (const { id, playable } of of.streams) {
        let has = false;
        for await (const { name } of streams.files(id)) {
          yield fileOf(id, name);
          has = true;
        }
        if (playable && !has) yield fileOf(id, 'master.m3u8');
      }
    },
  };
}
