import type { ProgressInput } from '@lakou/contract/playback/inputs';

/** Sends progress, authorised by the stream's cookie. False when the server could not be reached. */
export async function reportProgress(base: string, report: ProgressInput): Promise<boolean> {
  try {
    const response = await fetch(`${base}progress`, {
      method: 'POST',
      body: JSON.stringify(report),
      keepalive: true,
    });
    // A refused report is not stored: reports continue with the next ticket.
    return response.status < 500;
  } catch {
    return false;
  }
}

/** Sends the last report while the page unloads. */
export function reportLeaving(base: string, report: ProgressInput): boolean {
  return navigator.sendBeacon(`${base}progress`, JSON.stringify(report));
}
