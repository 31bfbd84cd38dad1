/** The thread that runs PGlite. Handles one request at a time; they are defined in `embedded-engine.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import type { CancelFlags, EngineFiles, EngineReply, EngineRequest } from './embedded-engine.ts';
import { compilePglite, shareMemory } from './shared-memory.ts';
import { SyncedFiles, syncedStart } from './synced-files.ts';

if (parentPort === null) throw new Error('this file runs as a worker thread only');
const parent = parentPort;
const { files, synced } = workerData as EngineFiles;

function reply(message: EngineReply, transfer: ArrayBuffer[] = []): void {
  parent.postMessage(message, transfer);
}

/** PostgreSQL ends its process after a PANIC; PGlite would go on with the broken engine. */
function watchForPanic(line: string): boolean {
  // At the start of a line, where PostgreSQL never prints text from outside.
  const [, reason] = /^[\d-]+ [\d:.]+ \S+ \[\d+\] (?:PANIC|FATAL): +(.*)/.exec(line) ?? [];
  if (reason === undefined) return false;
  reply({ kind: 'broken', reason });
  process.exit(1);
}

/**
 * PGlite ignores exceptions of its engine other than PostgreSQL's errors and continues with a broken engine, whose
 * statements return nothing or never end. This ends the thread instead.
 */
function watchForCrash({ Module: engine }: PGlite): void {
  const step = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if (error instanceof RangeError) {
        reply({ kind: 'broken', reason: 'stack depth limit exceeded', code: '54001' });
      } else if (error instanceof Error && !('status' in error)) {
        reply({ kind: 'broken', reason: error.message });
      } else {
        throw error;
      }
      process.exit(1);
    }
  };
}

async function open(): Promise<PGlite | undefined> {
  try {
    shareMemory();
    const database = await PGlite.create({
      ...(synced ? { fs: new SyncedFiles(files), startParams: [...syncedStart] } : { dataDir: files }),
      extensions: { citext, pg_trgm, pgcrypto, unaccent, uuid_ossp },
      onStderr: watchForPanic,
      pgliteWasmModule: await compilePglite(),
    });
    watchForCrash(database);
    return database;
  } catch (error) {
    reply({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

const database = await open();
if (database !== undefined) {
  const flags = cancelFlags(database);
  parent.on('message', (request: EngineRequest) => void serve(database, flags, request));
  reply({ kind: 'ready', flags });
}

/** PostgreSQL's own variables, which its signal handlers set. */
function cancelFlags({ Module: engine }: PGlite): CancelFlags {
  const flag = (address: number) => new Int32Array(engine.HEAPU8.buffer, address, 1);
  const { _InterruptPending, _QueryCancelPending } = engine as unknown as Record<string, number>;
  if (_InterruptPending === undefined || _QueryCancelPending === undefined)
    throw new Error('this PGlite does not export its cancel flags');
  return { interrupt: flag(_InterruptPending), cancel: flag(_QueryCancelPending) };
}

async function serve(database: PGlite, flags: CancelFlags, request: EngineRequest): Promise<void> {
  try {
    // Set for an earlier statement, too late to interrupt it.
    Atomics.store(flags.cancel, 0, 0);
    if (request.kind === 'run') await run(database, request.bytes);
    else if (request.kind === 'dump') await dump(database);
    else {
      await database.close();
      reply({ kind: 'closed' });
      parent.close();
    }
  } catch (error) {
    reply({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
  }
}

async function run(database: PGlite, bytes: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = [];
  // The streaming call avoids PGlite's own parsing and copying of every message.
  await database.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(part.slice()) });
  const answer = joined(parts);
  reply({ kind: 'answer', bytes: answer }, [answer.buffer]);
}

async function dump(database: PGlite): Promise<void> {
  const tar = await (await database.dumpDataDir('none')).arrayBuffer();
  reply({ kind: 'answer', bytes: new Uint8Array(tar) }, [tar]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
