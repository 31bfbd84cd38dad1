import type { Limits } from '@lakou/media/limits';
import type { Database } from '@lakou/platform/database';
import type { ObjectStore } from '@lakou/platform/storage';
import type { StreamStore } from '../../playback/stream-store.ts';
import type { TraceJob } from '../../tracing/tracing.ts';
import type { JobQueue } from './job-queue.ts';
import type { PieceQueue } from './piece-queue.ts';
import type { SignQueue } from './sign-queue.ts';

export interface IngestContext {
  database: Database;
  queue: JobQueue;
  pieces: PieceQueue;
  signs: SignQueue;
  /** Uploaded files. */
  objects: ObjectStore;
  /** Finished streams. */
  streams: StreamStore;
  /** One folder per stream in work. */
  folder: string;
  traceJob: TraceJob;
  limits: Partial<Limits>;
}
