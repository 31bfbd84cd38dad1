import type { Platform } from '@lakou/platform';
import { inLane } from '@lakou/platform/database';
import { applyReleaseWindows } from './catalogue/apply-release-windows.ts';
import { startIngest } from './catalogue/ingest/start-ingest.ts';
import { reconcilePayments } from './commerce/reconcile-payments.ts';
import { mailContactMessages } from './community/mail-contact-messages.ts';
import type { Services } from './create-services.ts';
import { log } from './log.ts';
import { startMaintenance } from './start-maintenance.ts';

export interface Schedule {
  /** Resolves when the tasks that are running have ended. */
  stop(): Promise<void>;
}

/** The first requests after a start have the processor for themselves. */
const PICTURES_AFTER_MS = 10_000;

/** So that visitors find every picture in their size. Ends with the platform. */
async function makeRenditions(platform: Platform): Promise<void> {
  await platform.storage.makeRenditions().catch((error: unknown) => {
    log.warn({ err: error }, 'pictures not made beforehand; each is made when it is asked for');
  });
}

/** Starts what this process does by itself, beside answering requests. */
export async function schedule(services: Services): Promise<Schedule> {
  const { config, platform, objects, streams, url, ownUrl } = services;
  const database = inLane(services.database, 'maintenance');
  const { dataFolder, ingest: settings } = config;
  const { supportEmail } = config.contact;
  const ingest = await startIngest({ database, objects, streams, dataFolder, settings });
  const stopMailing = await mailContactMessages({ database, mail: platform.mail, supportEmail, url });
  const stopReconciling = reconcilePayments({ ownUrl, serviceKey: platform.keys.serviceKey });
  const stopReleasing = applyReleaseWindows(database);
  // Films and pictures are prepared by the same processes.
  const pictures = settings.on
    ? setTimeout(() => void makeRenditions(platform), PICTURES_AFTER_MS)
    : undefined;
  const stopMaintenance = startMaintenance(database, platform, ingest);
  return {
    async stop() {
      clearTimeout(pictures);
      stopMaintenance();
      stopReleasing();
      await Promise.all([stopReconciling(), stopMailing(), ingest.stop()]);
    },
  };
}
