/** Progress in a title that the server does not have yet. */
export interface StoredProgress {
  media: 'movie' | 'episode';
  id: string;
  viewer: string;
  position: number;
  duration: number;
  /** When it was stored, in milliseconds since 1970. */
  at: number;
  /** Also handed to `sendBeacon`: the server should have it soon. */
  beaconSent?: boolean;
}

/** A reload can overtake the beacon of the page before. After this time the server's progress is the newer one. */
const BEACON_DELIVERY_MS = 60_000;

const KEY = 'lakou-progress';

type ProgressKey = Pick<StoredProgress, 'id' | 'viewer'>;

export function readStoredProgress(): StoredProgress[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as StoredProgress[]) : [];
  } catch {
    return [];
  }
}

export function storeProgress(progress: StoredProgress): void {
  write([...readStoredProgress().filter((other) => !isSame(other, progress)), progress]);
}

export function removeStoredProgress(progress: ProgressKey): void {
  const all = readStoredProgress();
  const others = all.filter((other) => !isSame(other, progress));
  if (others.length < all.length) write(others);
}

/** Progress that is newer than the server's. */
export function findStoredProgress(id: string, viewer: string | undefined): StoredProgress | undefined {
  const stored = readStoredProgress().find((progress) => progress.id === id && progress.viewer === viewer);
  return stored?.beaconSent && Date.now() - stored.at > BEACON_DELIVERY_MS ? undefined : stored;
}

function isSame(one: ProgressKey, other: ProgressKey): boolean {
  return one.id === other.id && one.viewer === other.viewer;
}

function write(all: StoredProgress[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Storage is blocked or full: the next report brings the progress to the server.
  }
}
