import { addressKey } from '@lakou/platform';

/** At home and on the way, each with IPv4 and IPv6: one phone within a minute. */
const MAX_NETWORKS = 4;
const WINDOW_MS = 60_000;
/** Sessions in memory; the oldest are dropped first. */
const MAX_SESSIONS = 20_000;

interface Network {
  name: string;
  seen: number;
  /** Replaced by a newer one. */
  isDropped: boolean;
}

/**
 * Where the requests of a session come from. A viewer changes the network now and then; a session that is passed around
 * is used from many at once. Then the newest networks stay and the others are refused.
 */
export class SessionNetworks {
  readonly #sessions = new Map<string, Network[]>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Notes a request; false when newer networks have taken over the session. */
  admit(session: string, address: string): boolean {
    const now = this.#now();
    const name = networkName(address);
    const known = (this.#sessions.get(session) ?? []).filter(({ seen }) => seen > now - WINDOW_MS);
    const here = known.find((network) => network.name === name);
    if (here?.isDropped) return false;
    if (here) here.seen = now;
    else known.push({ name, seen: now, isDropped: false });
    const live = known.filter(({ isDropped }) => !isDropped);
    if (live.length > MAX_NETWORKS && live[0]) live[0].isDropped = true;
    this.#sessions.delete(session);
    this.#sessions.set(session, known.slice(-4 * MAX_NETWORKS));
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    return true;
  }
}

/** Providers give one client several addresses: a /24 of IPv4 or a /48 of IPv6 counts as one network. */
function networkName(address: string): string {
  const key = addressKey(address);
  return key.includes(':') ? key.split(':', 3).join(':') : key.split('.', 3).join('.');
}
