import type { ProgressInput } from '@lakou/contract/playback';

/** Where somebody is in a title, while the house does not know it yet. */
export interface Kept {
  media: 'movie' | 'episode';
  id: string;
  viewer: string;
  position: number;
  duration: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The browser has taken it over to deliver: the house will soon know it too. */
  onItsWay?: boolean;
}

/** A reload asks the house before it has heard of the page that went; after this it knows better. */
const ON_ITS_WAY_MS = 60_000;

const KEY = 'lakou-places';

export function keptPlaces(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

export function keepPlace(place: Kept): void {
  write([...keptPlaces().filter((other) => !isSame(other, place)), place]);
}

export function dropPlace(place: Pick<Kept, 'id' | 'viewer'>): void {
  const places = keptPlaces();
  const others = places.filter((other) => !isSame(other, place));
  if (others.length < places.length) write(others);
}

/** Where this browser knows better than the house. */
export function keptPlace(id: string, viewer: string | undefined): Kept | undefined {
  const kept = keptPlaces().find((place) => place.id === id && place.viewer === viewer);
  return kept?.onItsWay && Date.now() - kept.at > ON_ITS_WAY_MS ? undefined : kept;
}

function isSame(one: Pick<Kept, 'id' | 'viewer'>, other: Pick<Kept, 'id' | 'viewer'>): boolean {
  return one.id === other.id && one.viewer === other.viewer;
}

function write(places: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(places));
  } catch {
    // Storage is forbidden or full: the house hears of it with the next report.
  }
}

/** Counts the seconds that were really watched: pauses and jumps are none. */
export function createWatchedCount() {
  let last: number | null = null;
  let seconds = 0;
  return {
    tick(time: number, speed: number): void {
      const step = last === null ? 0 : time - last;
      if (step > 0 && step < 2 * Math.max(1, speed)) seconds += step / Math.max(0.25, speed);
      last = time;
    },
    jump(): void {
      last = null;
    },
    /** Gives the count and begins anew. */
    take(): number {
      const counted = seconds;
      seconds = 0;
      return Math.round(counted * 10) / 10;
    },
    giveBack(counted: number): void {
      seconds += counted;
    },
  };
}

/** Tells the house; false when it could not be reached. The stream's cookie says who speaks. */
export async function reportProgress(base: string, report: ProgressInput): Promise<boolean> {
  try {
    const answer = await fetch(`${base}progress`, {
      method: 'POST',
      body: JSON.stringify(report),
      keepalive: true,
    });
    // A refusal is an answer: the next ticket brings the next report.
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** The page is going: the browser delivers it even so. */
export function reportLeaving(base: string, report: ProgressInput): boolean {
  return navigator.sendBeacon(`${base}progress`, JSON.stringify(report));
}
