import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { canEncodeAv1, findFfmpeg } from '@lakou/media/find-ffmpeg';
import { TaskLoop } from '@lakou/platform';
import type { Database } from '@lakou/platform/database';
import type { ObjectStore } from '@lakou/platform/storage';
import { log } from '../../log.ts';
import type { StreamStore } from '../../playback/stream-store.ts';
import type { TraceJob } from '../../tracing/tracing.ts';
import { Av1Queue } from './av1-queue.ts';
import type { IngestContext } from './ingest-context.ts';
import { startWorker } from './ingest-worker.ts';
import { JobQueue } from './job-queue.ts';
import { PieceQueue } from './piece-queue.ts';
import { SignQueue } from './sign-queue.ts';
import { sweepDeletedTitles, sweepWorkFolders } from './sweep-streams.ts';
import { syncAudio } from './sync-audio.ts';
import { syncSubtitles } from './sync-subtitles.ts';

/** For retries that fall due, and for jobs of processes that died. */
const WAKE_MS = 5_000;
const REPORT_MS = 60_000;

export interface IngestSettings {
  on: boolean;
  /** For each encoder; undefined: as many as the machine has, within reason. */
  threads: number | undefined;
  /** How long the pieces of a film are, about. */
  pieceSeconds: number;
  /** Finished films are also encoded in AV1, where ffmpeg can. */
  av1: boolean;
  /** Free space to leave on the disk, in bytes. */
  spareDisk: number;
}

export interface Ingest {
  /** Removes the files of titles that are gone. */
  sweep(): Promise<void>;
  /** Interrupts the running job; the next start continues it. */
  stop(): Promise<void>;
}

/** Prepares uploaded films for streaming, in every process where INGEST is on; each job is claimed by one of them. */
export async function startIngest(options: {
  database: Database;
  objects: ObjectStore;
  streams: StreamStore;
  dataFolder: string;
  settings: IngestSettings;
  traceJob?: TraceJob | undefined;
}): Promise<Ingest> {
  const { database, objects, streams, settings } = options;
  const folder = join(options.dataFolder, 'tmp/ingest');
  await mkdir(folder, { recursive: true });
  const queue = new JobQueue(database);
  const pieces = new PieceQueue(database, queue.worker);
  const signs = new SignQueue(database, queue.worker);
  const { threads, pieceSeconds, spareDisk } = settings;
  const context: IngestContext = {
    database,
    queue,
    pieces,
    signs,
    objects,
    streams,
    folder,
    traceJob: options.traceJob ?? ((_kind, work) => work()),
    limits: { spareDisk, pieceSeconds, ...(threads === undefined ? {} : { threads }) },
  };
  // The embedded database has one process at a time: jobs that are still claimed belong to a dead one.
  if (database.kind === 'embedded') {
    await queue.release(true);
    await pieces.releaseAll();
    await signs.releaseAll();
  }

  let worker: ReturnType<typeof startWorker> | undefined;
  let hasWarned = false;
  async function report(): Promise<void> {
    const state = settings.on ? await canEncode() : 'off';
    if (state === 'ready' && !worker) {
      const av1 = settings.av1 && (await canEncodeAv1());
      worker = startWorker(context, av1 ? new Av1Queue(database, queue.worker) : undefined);
      log.info({ worker: queue.worker, av1 }, 'ingest ready');
    }
    await database.query(
      `insert into private.media_workers as w (id, state) values ($1, $2)
        on conflict (id) do update set state = excluded.state, seen_at = now()`,
      [queue.worker, state],
    );
    await database.query(`delete from private.media_workers where seen_at < now() - interval '1 hour'`);
  }
  async function canEncode(): Promise<'ready' | 'no_ffmpeg'> {
    try {
      await findFfmpeg();
      return 'ready';
    } catch (error) {
      if (!hasWarned) log.warn((error as Error).message);
      hasWarned = true;
      return 'no_ffmpeg';
    }
  }

  const tracks = new TaskLoop(
    async () => {
      await syncSubtitles(context);
      await syncAudio(context);
      return false;
    },
    (error) => log.error({ err: error }, 'tracks are not updated'),
  );
  const wake = (): void => {
    worker?.wake();
  };
  const warn = (error: unknown): void => log.warn({ err: error }, 'worker state not stored');
  const onNotify = (): void => {
    wake();
    if (settings.on) tracks.kick();
  };
  const stopListening = await database.listen('media', onNotify, onNotify);
  const timers = [setInterval(wake, WAKE_MS), setInterval(() => void report().catch(warn), REPORT_MS)];
  for (const timer of timers) timer.unref();
  const started = report()
    .then(() => (settings.on ? sweepWorkFolders(context) : undefined))
    .then(wake)
    .catch(warn);
  if (settings.on) tracks.kick();

  return {
    sweep: () => sweepDeletedTitles(context),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await stopListening();
      await started;
      await tracks.close();
      await worker?.stop();
      await database.query('delete from private.media_workers where id = $1', [queue.worker]).catch(warn);
    },
  };
}
