import { useEffect, useState } from 'react';
import type { Download } from './download.ts';
import { listenForChanges, readDownloads } from './download-store.ts';
import type { Judgement } from './judge-licence.ts';
import { judgeDownload } from './licences.ts';

/** A download, and whether its licence allows to play it now. */
export interface DownloadView extends Download {
  judgement: Judgement | 'missing';
}

/** Everything that this browser keeps; undefined until it is read, null where its storage is closed to us. */
export function useDownloads(): readonly DownloadView[] | null | undefined {
  const [views, setViews] = useState<readonly DownloadView[] | null | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let isReading = false;
    let isStale = false;
    async function read(): Promise<void> {
      isStale = true;
      if (isReading) return;
      isReading = true;
      try {
        // Downloads change several times a second.
        while (isStale) {
          isStale = false;
          const found = await readViews();
          if (!isOver) setViews(found);
        }
      } finally {
        isReading = false;
      }
    }
    const stop = listenForChanges(() => void read());
    void read();
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return views;
}

async function readViews(): Promise<DownloadView[] | null> {
  try {
    const all = await readDownloads();
    return await Promise.all(
      all.map(async (download) => ({ ...download, judgement: await judgeDownload(download) })),
    );
  } catch {
    return null;
  }
}
