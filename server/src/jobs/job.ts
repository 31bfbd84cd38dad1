import type { Platform } from '@lakou/platform';
import type { Database } from '@lakou/platform/database';
import type { Ingest } from '../catalogue/ingest/start-ingest.ts';
import type { Config } from '../config.ts';

export interface Job {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** This one included. */
  attempts: number;
}

export interface JobContext {
  /** In the lane for maintenance: people's requests go first. */
  database: Database;
  platform: Platform;
  ingest: Ingest;
  config: Config;
  /** The address people use. */
  url: string;
  /** The address at which this server reaches itself. */
  ownUrl: string;
  /** Aborted when the process stops, and when another process has taken the job over. */
  signal: AbortSignal;
}

export interface JobHandler {
  /** Milliseconds from the end of one run to the next: the job repeats by itself. */
  every?: number;
  /** After so many failures the job waits for an admin. Jobs that repeat are tried for ever. */
  maxAttempts?: number;
  /** Can run twice for one job, after a crash. Returns true when there is more to do: it is called again. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing.
  run(job: Job, context: JobContext): Promise<boolean | void>;
}

/** A batch of work in one SQL function, `private.<name>(at_most)`, which returns whether there is more to do. */
export function inBatches(name: string, atMost: number): JobHandler['run'] {
  return async (_job, { database }) => {
    const [batch] = await database.query<{ more: boolean }>(`select private.${name}($1) as more`, [atMost]);
    return batch?.more ?? false;
  };
}
