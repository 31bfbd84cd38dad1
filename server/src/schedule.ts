import { applyReleaseWindows } from './catalogue/apply-release-windows.ts';
import { startIngest } from './catalogue/ingest/start-ingest.ts';
import { reconcilePayments } from './commerce/reconcile-payments.ts';
import { mailContactMessages } from './community/mail-contact-messages.ts';
import type { Services } from './create-services.ts';
import { startMaintenance } from './start-maintenance.ts';

export interface Schedule {
  /** Resolves when the tasks that are running have ended. */
  stop(): Promise<void>;
}

/** Starts what this process does by itself, beside answering requests. */
export async function schedule(services: Services): Promise<Schedule> {
  const { config, database, platform, objects, streams, url, ownUrl } = services;
  const { dataFolder, ingest: settings } = config;
  const { supportEmail } = config.contact;
  const ingest = await startIngest({ database, objects, streams, dataFolder, settings });
  const stopMailing = await mailContactMessages({ database, mail: platform.mail, supportEmail, url });
  const stopReconciling = reconcilePayments({ ownUrl, serviceKey: platform.keys.serviceKey });
  const stopReleasing = applyReleaseWindows(database);
  const stopMaintenance = startMaintenance(database, platform, ingest);
  return {
    async stop() {
      stopMaintenance();
      stopReleasing();
      await Promise.all([stopReconciling(), stopMailing(), ingest.stop()]);
    },
  };
}
