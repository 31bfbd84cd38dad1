import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '@lakou/media/find-ffmpeg';
import type { Database } from '@lakou/platform/database/database';
import { Loop } from '@lakou/platform/realtime/loop';
import type { ObjectStore } from '@lakou/platform/storage/object-store';
import { log } from '../../log.ts';
import type { StreamStore } from '../../playback/stream-store.ts';
import { startWorker } from './ingest-worker.ts';
import { JobQueue } from './job-queue.ts';
import type { Workshop } from './make-stream.ts';
import { settleSubtitles } from './settle-subtitles.ts';
import { sweepDeletedTitles, sweepWorkshop } from './sweep-streams.ts';

/** For retries that fall due, and for what other processes left behind. */
const LOOK_MS = 5_000;
const REPORT_MS = 60_000;

export interface IngestSettings {
  on: boolean;
  /** For each encoder; undefined: as many as the machine has, within reason. */
  threads: number | undefined;
  /** What must stay free on the disk, in bytes. */
  spareDisk: number;
}

export interface Ingest {
  /** Removes the files of titles that are gone. */
  sweep(): Promise<void>;
  /** Breaks off what is being made; the next start goes on with it. */
  stop(): Promise<void>;
}

/** Makes streams of uploaded films, here and in every other process that is allowed to: each job once. */
export async function openIngest(options: {
  database: Database;
  objects: ObjectStore;
  streams: StreamStore;
  dataFolder: string;
  settings: IngestSettings;
}): Promise<Ingest> {
  const { database, objects, streams, settings } = options;
  const folder = join(options.dataFolder, 'tmp/ingest');
  await mkdir(folder, { recursive: true });
  const queue = new JobQueue(database);
  const { threads, spareDisk } = settings;
  const workshop: Workshop = {
    database,
    queue,
    objects,
    streams,
    folder,
    limits: { spareDisk, ...(threads === undefined ? {} : { threads }) },
  };
  // The embedded database has one process at a time: whoever held a job is dead.
  if (database.kind === 'embedded') await queue.release(true);

  let worker: ReturnType<typeof startWorker> | undefined;
  let complained = false;
  async function report(): Promise<void> {
    const state = settings.on ? await canEncode() : 'off';
    if (state === 'ready' && !worker) {
      worker = startWorker(workshop);
      log.info({ worker: queue.worker }, 'ready to prepare films');
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
      if (!complained) log.warn((error as Error).message);
      complained = true;
      return 'no_ffmpeg';
    }
  }

  const subtitles = new Loop(
    async () => {
      await settleSubtitles(workshop);
      return false;
    },
    (error) => log.error({ err: error }, 'subtitles are not being prepared'),
  );
  const look = (): void => {
    worker?.look();
  };
  const unheard = (error: unknown): void => log.warn({ err: error }, 'the workers’ state could not be noted');
  const hear = (): void => {
    look();
    if (settings.on) subtitles.kick();
  };
  const stopListening = await database.listen('media', hear, hear);
  const timers = [setInterval(look, LOOK_MS), setInterval(() => void report().catch(unheard), REPORT_MS)];
  for (const timer of timers) timer.unref();
  const started = report()
    .then(() => (settings.on ? sweepWorkshop(workshop) : undefined))
    .then(look)
    .catch(unheard);
  if (settings.on) subtitles.kick();

  return {
    sweep: () => sweepDeletedTitles(workshop),
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await stopListening();
      await started;
      await subtitles.close();
      await worker?.stop();
      await database.query('delete from private.media_workers where id = $1', [queue.worker]).catch(unheard);
    },
  };
}
