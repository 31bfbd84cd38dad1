import type { QueryClient } from '@tanstack/react-query';
import { storedUserId } from '#lib/stored-session.ts';
import { prepareOfflineApp } from '#service-worker/worker-messages.ts';
import { checkIn } from './check-in.ts';
import { startQueue } from './download-queue.ts';
import { readDownloads } from './download-store.ts';
import { deleteBrokenImports } from './import-film.ts';
import { settleOwners } from './settle-owners.ts';

/** After the last contact, this long passes before the next one that nobody asked for. */
const PAUSE_MS = 10 * 60_000;
const KEY = 'lakou-last-contact';

/** Once it is known who is signed in: the downloads of others are closed, the own ones are renewed and go on. */
export async function continueDownloads(client: QueryClient, signedIn: string | undefined): Promise<void> {
  await deleteBrokenImports();
  await settleOwners(signedIn);
  if (!signedIn) return;
  prepareOfflineApp({ again: false });
  startQueue();
  await contact(client, signedIn, { now: await isWaiting(signedIn) });
}

/** A film from a file waits for its first licence. */
async function isWaiting(owner: string): Promise<boolean> {
  return (await readDownloads()).some(
    (one) => one.owner === owner && one.claimed && one.state === 'done' && one.withdrawn === null,
  );
}

/** `now`: a person waits for it, or is about to play a film. */
export async function contact(client: QueryClient, owner: string, { now = false } = {}): Promise<void> {
  if (!navigator.onLine || (!now && isRecent(owner))) return;
  try {
    await checkIn(owner, client);
    // Not of somebody who has signed out meanwhile.
    if (storedUserId() === owner) noteContact(owner);
  } catch {
    // Without a connection the licences last as long as they say.
  }
}

/** A clock that was set back does not put it off. */
function isRecent(owner: string): boolean {
  try {
    const [last, at] = (localStorage.getItem(KEY) ?? '').split(' ');
    const passed = Date.now() - Number(at);
    return last === owner && passed >= 0 && passed < PAUSE_MS;
  } catch {
    return false;
  }
}

function noteContact(owner: string): void {
  try {
    localStorage.setItem(KEY, `${owner} ${Date.now()}`);
  } catch {
    // The next page asks again.
  }
}
