import type { Platform } from '@lakou/platform';
import { inLane } from '@lakou/platform/database';
import { startIngest } from './catalogue/ingest/start-ingest.ts';
import type { Services } from './create-services.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { startJobRunner } from './jobs/start-job-runner.ts';
import { log } from './log.ts';

export interface Schedule {
  /** Resolves when the tasks that are running have ended. */
  stop(): Promise<void>;
}

/** The first requests after a start have the processor for themselves. */
const PICTURES_AFTER_MS = 10_000;
const UPLOADS_EVERY_MS = 10 * 60_000;

/** Starts what this process does by itself, beside answering requests. */
export async function schedule(services: Services): Promise<Schedule> {
  const { config, platform, objects, streams, status, url, ownUrl, tracing } = services;
  const database = inLane(services.database, 'maintenance');
  const { dataFolder, ingest: settings } = config;
  const traceJob = tracing?.job;
  const ingest = await startIngest({ database, objects, streams, dataFolder, settings, traceJob });
  const handlers = tracing ? tracing.jobs(jobHandlers) : jobHandlers;
  const jobs = await startJobRunner({ database, platform, ingest, config, url, ownUrl }, handlers);
  await status.start();
  // Films and pictures are prepared by the same processes.
  const pictures = settings.on
    ? setTimeout(() => void makeRenditions(platform), PICTURES_AFTER_MS)
    : undefined;
  const uploads = setInterval(() => void sweepUploads(platform), UPLOADS_EVERY_MS).unref();
  return {
    async stop() {
      status.stop();
      clearTimeout(pictures);
      clearInterval(uploads);
      await jobs.stop();
      await ingest.stop();
    },
  };
}

/** So that visitors find every picture in their size. Ends with the platform. */
async function makeRenditions(platform: Platform): Promise<void> {
  await platform.storage.makeRenditions().catch((error: unknown) => {
    log.warn({ err: error }, 'pictures not made beforehand; each is made when it is asked for');
  });
}

/** Not a job: each process also removes what lies on its own disk. */
async function sweepUploads(platform: Platform): Promise<void> {
  await platform.sweep.uploads().catch((error: unknown) => {
    log.warn({ err: error }, 'unfinished uploads not removed; it is tried again in ten minutes');
  });
}
