/** What we use of the Background Fetch API (https://wicg.github.io/background-fetch/), for which TypeScript has no types. */
export interface BackgroundFetchManager {
  fetch(id: string, requests: readonly Request[], options: BackgroundFetchOptions): Promise<unknown>;
  /** Undefined when it has ended, also while the service worker still stores its answers. */
  get(id: string): Promise<BackgroundFetch | undefined>;
  getIds(): Promise<string[]>;
}

interface BackgroundFetchOptions {
  /** Of the browser's own notification. */
  title: string;
  icons: readonly { src: string; sizes: string; type: string }[];
  /** More than this ends the fetch. */
  downloadTotal: number;
}

export interface BackgroundFetch {
  readonly id: string;
  readonly downloaded: number;
  readonly result: '' | 'success' | 'failure';
  readonly failureReason: string;
  abort(): Promise<boolean>;
  matchAll(): Promise<readonly BackgroundFetchRecord[]>;
}

interface BackgroundFetchRecord {
  readonly request: Request;
  /** Rejected where the fetch has ended before it was answered. */
  readonly responseReady: Promise<Response>;
}

/** Undefined where the browser does not have it, and before the service worker is there. */
export async function findBackgroundFetch(): Promise<BackgroundFetchManager | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration?.active) return undefined;
  return (registration as { backgroundFetch?: BackgroundFetchManager }).backgroundFetch;
}

/** Whether it starts at once. Where a person has to agree first, it may never start, and nothing says so. */
export async function isBackgroundFetchAllowed(): Promise<boolean> {
  try {
    const name = 'background-fetch' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'granted';
  } catch {
    return false;
  }
}

/** Held by the service worker while it stores what was fetched. */
export function storingLock(id: string): string {
  return `lakou-background-${id}`;
}
