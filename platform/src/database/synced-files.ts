import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFolder } from './unpack-tar.ts';

interface Stream {
  /** Node's descriptor; folders have none. */
  nfd?: number;
  node: object;
}
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: object): string;
}

/** PGlite's files on disk, with PostgreSQL's `fsync` passed on to the operating system. PGlite itself drops it. */
export class SyncedFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const preRun = [...(emscriptenOpts.preRun ?? []), passSyncOn];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Starts PostgreSQL with `fsync`, and by the call that `SyncedFiles` passes on. */
export const syncedStart: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
];

function passSyncOn(engine: object): void {
  const { NODEFS: files } = engine as { NODEFS?: NodeFiles };
  if (files === undefined) throw new Error('this PGlite does not export its files');
  files.stream_ops.fsync = ({ nfd, node }) => {
    if (nfd === undefined) syncFolder(files.realPath(node));
    else fsyncSync(nfd);
    return 0;
  };
}
