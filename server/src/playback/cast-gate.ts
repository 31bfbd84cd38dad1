import type { Film } from '@lakou/contract/playback/responses';
import type { Database } from '@lakou/platform/database';
import { hashSecret, newSecret, parsePlaybackCookie } from './playback-cookie.ts';
import type { PlaybackGate, Refusal, Viewer } from './playback-gate.ts';

/** A request with a cast address. */
export interface Receiver {
  secret: string;
  stream: string;
  /** The kind of client, by its user agent. */
  client: string;
  address: string;
}

export type CastFilm = Pick<Film, 'duration' | 'subtitles'>;

interface Checked {
  refusal: Refusal | null;
  session: string | null;
  film: CastFilm | null;
}
interface Admitted {
  session: string;
  film: CastFilm;
  until: number;
}

/** Receivers in memory; the oldest are dropped first. */
const MAX_ENTRIES = 20_000;

/** Addresses for receivers without a cookie, checked against private.continue_casting as often as cookies are. */
export class CastGate {
  readonly #database: Database;
  readonly #trustMs: number;
  readonly #gate: PlaybackGate;
  readonly #admitted = new Map<string, Admitted>();
  readonly #checks = new Map<string, Promise<Checked | undefined>>();

  constructor(database: Database, trustMs: number, gate: PlaybackGate) {
    this.#database = database;
    this.#trustMs = trustMs;
    this.#gate = gate;
  }

  /** A secret for the session of this viewer, who was admitted; it replaces the one before. */
  async start({ cookie, stream }: Viewer): Promise<string | undefined> {
    if (cookie === undefined) return undefined;
    const secret = newSecret();
    const [row] = await this.#database.query<{ started: boolean }>(
      'select private.start_casting($1, $2, $3) as started',
      [hashSecret(parsePlaybackCookie(cookie).secret), stream, hashSecret(secret)],
    );
    return row?.started ? secret : undefined;
  }

  /** The receiver's address stops, at the latest when its last check is no longer trusted. */
  async end({ cookie, stream }: Viewer): Promise<void> {
    if (cookie === undefined) return;
    const { secret } = parsePlaybackCookie(cookie);
    await this.#database.query('select private.end_casting($1, $2)', [hashSecret(secret), stream]);
  }

  /** Whether the last check of this receiver can still be trusted: such requests are not counted. */
  isKnown(receiver: Receiver): boolean {
    return (this.#admitted.get(keyOf(receiver))?.until ?? 0) > Date.now();
  }

  async admit(receiver: Receiver): Promise<CastFilm | Refusal> {
    const key = keyOf(receiver);
    let known = this.#admitted.get(key);
    if (!known || known.until <= Date.now()) {
      const checked = await (this.#checks.get(key) ?? this.#check(receiver));
      this.#admitted.delete(key);
      if (!checked?.session || !checked.film) return checked?.refusal ?? 'playback_ended';
      known = { session: checked.session, film: checked.film, until: Date.now() + this.#trustMs };
      this.#admitted.set(key, known);
      const [oldest] = this.#admitted.keys();
      if (this.#admitted.size > MAX_ENTRIES && oldest !== undefined) this.#admitted.delete(oldest);
    }
    return this.#gate.admitSession(known.session, receiver.address) ?? known.film;
  }

  /** A receiver requests several files at once; the database is queried once. */
  #check(receiver: Receiver): Promise<Checked | undefined> {
    const key = keyOf(receiver);
    const check = this.#database
      .query<Checked>('select * from private.continue_casting($1, $2, $3)', [
        hashSecret(receiver.secret),
        receiver.stream,
        receiver.client,
      ])
      .then(([row]) => row)
      .finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }
}

function keyOf({ secret, stream, client }: Receiver): string {
  return `${secret} ${stream} ${client}`;
}
