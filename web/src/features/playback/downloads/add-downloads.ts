import type { QueryClient } from '@tanstack/react-query';
import { prepareOfflineApp } from '#service-worker/worker-messages.ts';
import { titleToWatch } from '../read-watch.ts';
import type { Download } from './download.ts';
import { startQueue } from './download-queue.ts';
import { bytesOf, type SizeChoice, type TitleSizes } from './download-sizes.ts';
import { addDownloads, readDownloads, removeDownload } from './download-store.ts';
import { deleteFiles } from './film-files.ts';

/** Queues these titles in the chosen size. One that is here in another size is replaced. */
export async function startDownloads(
  client: QueryClient,
  owner: string,
  titles: readonly TitleSizes[],
  choice: SizeChoice,
): Promise<void> {
  // Without it a browser that needs space deletes what was not used for long. It may refuse; films can be kept anyway.
  await navigator.storage?.persist?.().catch(() => false);
  prepareOfflineApp({ again: true });
  const known = (await readDownloads()).filter((download) => download.owner === owner);
  const added: Download[] = [];
  for (const [at, sizes] of titles.entries()) {
    const rung = choice.rungs[at];
    const before = known.find(({ title, claimed }) => (title ?? claimed)?.id === sizes.media_id);
    if (!rung || (before?.rung === rung.name && before.withdrawn === null)) continue;
    const media = sizes.media_type as 'movie' | 'episode';
    const title = await client.fetchQuery(titleToWatch(media, sizes.media_id));
    if (!title) continue;
    if (before) {
      // With a new id, so that a running download of the other size ends.
      await removeDownload(before.id);
      await deleteFiles(before.id);
    }
    added.push(newDownload({ owner, title, rung: rung.name, bytes: bytesOf(sizes, rung) }, before, at));
  }
  await addDownloads(added);
  startQueue();
}

function newDownload(
  chosen: Pick<Download, 'owner' | 'title' | 'rung' | 'bytes'>,
  before: Download | undefined,
  at: number,
): Download {
  return {
    ...chosen,
    id: crypto.randomUUID(),
    isLocked: false,
    stream: null,
    storedBytes: 0,
    state: 'queued',
    problem: null,
    // In the order of the episodes.
    addedAt: Date.now() + at,
    film: null,
    licence: null,
    endsAt: null,
    right: null,
    withdrawn: null,
    resume: before?.resume ?? null,
  };
}
