import { noteDataUsed } from '#lib/data-budget.ts';

interface CountedFilm {
  id: string;
  title: string;
}

/** The films that were opened in this tab, by the address of their files. */
const films = new Map<string, CountedFilm>();
let observer: PerformanceObserver | undefined;

/**
 * Counts what the network brings of this film, requested by any part: what plays before the app is there, hls.js, seek
 * pictures. What comes from the browser's cache costs nothing and has no size. Browsers do not say what their own HLS
 * player fetches.
 */
export function countBytesOf(base: string, film: CountedFilm): void {
  films.set(new URL(base, location.href).href, film);
  if (observer || typeof PerformanceObserver === 'undefined') return;
  observer = new PerformanceObserver((list) => count(list.getEntries() as PerformanceResourceTiming[]));
  observer.observe({ type: 'resource', buffered: true });
}

function count(entries: readonly PerformanceResourceTiming[]): void {
  const sums = new Map<CountedFilm, number>();
  for (const { name, transferSize } of entries) {
    const film = [...films].find(([base]) => name.startsWith(base))?.[1];
    if (film && transferSize > 0) sums.set(film, (sums.get(film) ?? 0) + transferSize);
  }
  for (const [film, bytes] of sums) noteDataUsed({ ...film, bytes });
}
