import type { PublicSettings } from '@lakou/contract/public-settings';
import { readEarlyPayment } from './read-early-payment.ts';

/** Runs in the document of `/payment`, before the app: see lib/inline-scripts.ts. */
const data = JSON.parse(document.getElementById('hydration-data')?.textContent ?? '{}') as {
  settings?: PublicSettings;
};
if (data.settings) globalThis.earlyRead = readEarlyPayment(data.settings);
