import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { checkIn } from './check-in.ts';
import { startQueue } from './download-queue.ts';
import { settleOwners } from './settle-owners.ts';

/** After the last contact, this long passes before the next one that nobody asked for. */
const PAUSE_MS = 10 * 60_000;
let lastContact = { owner: '', at: 0 };

/** Once it is known who is signed in: the downloads of others are closed, the own ones are renewed and go on. */
export async function continueDownloads(client: QueryClient, signedIn: string | undefined): Promise<void> {
  await settleOwners(signedIn);
  if (!signedIn) return;
  startQueue();
  await contact(client, signedIn);
}

/** `now`: a person waits for it, or is about to play a film. */
export async function contact(client: QueryClient, owner: string, { now = false } = {}): Promise<void> {
  const isRecent = lastContact.owner === owner && Date.now() - lastContact.at < PAUSE_MS;
  if (!navigator.onLine || (isRecent && !now)) return;
  try {
    await checkIn(owner, client);
    lastContact = { owner, at: Date.now() };
  } catch (error) {
    // Without a connection the licences last as long as they say.
    if (error instanceof ApiError && error.status > 0 && error.status < 500) lastContact = { owner, at: Date.now() };
  }
}
