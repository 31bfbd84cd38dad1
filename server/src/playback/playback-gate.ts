import type { ProgressInput } from '@lakou/contract/playback/inputs';
import type { Database } from '@lakou/platform/database';
import {
  formatPlaybackCookie,
  hashSecret,
  newSecret,
  type PlaybackCookie,
  parsePlaybackCookie,
} from './playback-cookie.ts';
import { SessionNetworks } from './session-networks.ts';

/** A request for a stream. */
export interface Viewer {
  stream: string;
  browser: string;
  address: string;
  /** The value of the stream's cookie, if one came. */
  cookie: string | undefined;
}

export type Refusal = 'ticket_invalid' | 'playback_ended' | 'playback_moved' | 'too_many_streams';

/** Entries in memory; the oldest are dropped first. */
const MAX_ENTRIES = 20_000;
/** Of one session in a minute; each further one counts as a request. A player causes one in a few seconds. */
const FREE_CHECKS = 120;

interface Exchanged {
  refusal: Refusal | null;
  session: string | null;
}
interface Checked extends Exchanged {
  /** The database takes the mark as the session's next one. */
  offered: boolean;
}
interface Admitted {
  stream: string;
  browser: string;
  session: string;
  until: number;
}
export interface Admission {
  /** Undefined: admitted. */
  refusal: Refusal | undefined;
  /** The value that replaces the cookie. */
  cookie: string | undefined;
  /** For so long the answer holds. */
  trustMs: number;
}

/** Exchanges tickets for cookies, and checks cookies against private.continue_playback. */
export class PlaybackGate {
  readonly #database: Database;
  readonly #trustMs: number;
  readonly #admitted = new Map<string, Admitted>();
  /** By the secrets of admitted sessions, how often the database was asked in a minute. */
  readonly #known = new Map<string, { checks: number; ends: number }>();
  readonly #checks = new Map<string, Promise<Checked>>();
  readonly #ended = new Set<string>();
  readonly #networks = new SessionNetworks();
  #stop = async (): Promise<void> => {};

  private constructor(database: Database, trustMs: number) {
    this.#database = database;
    this.#trustMs = trustMs;
  }

  /**
   * A viewer who was admitted is checked again after `trustMs`. A playback that its account ended is announced by NOTIFY
   * and refused at once in every process.
   */
  static async open(database: Database, trustMs: number): Promise<PlaybackGate> {
    const gate = new PlaybackGate(database, trustMs);
    gate.#stop = await database.listen('playback_ended', (session) => {
      gate.#ended.add(session);
      dropOldest(gate.#ended);
    });
    return gate;
  }

  /** How many sessions this process admitted in the last minute. */
  get playing(): number {
    const since = Date.now() + this.#trustMs - 60_000;
    const recent = [...this.#admitted.values()].filter(({ until }) => until > since);
    return new Set(recent.map(({ session }) => session)).difference(this.#ended).size;
  }

  close(): Promise<void> {
    return this.#stop();
  }

  /**
   * Whether the last check of this session admitted it, and it causes no more of them than a player does, or none is
   * needed: such requests are not counted.
   */
  isKnown(cookie: string | undefined): boolean {
    if (cookie === undefined) return true;
    const known = this.#known.get(parsePlaybackCookie(cookie).secret);
    return known !== undefined && (known.checks < FREE_CHECKS || Date.now() >= known.ends);
  }

  /** A new cookie, or the given one if this ticket opened its session. `held`: the browser's ticket secrets. */
  async exchange(
    ticket: string,
    viewer: Viewer,
    held: readonly string[],
  ): Promise<{ cookie: string } | Refusal> {
    const cookie = newSecret();
    const [row] = await this.#database.query<Exchanged>(
      'select * from private.exchange_ticket($1, $2, $3, $4, $5, $6)',
      [
        hashSecret(ticket),
        viewer.stream,
        hashSecret(cookie),
        viewer.browser,
        held.map(hashSecret),
        viewer.cookie === undefined ? null : hashSecret(parsePlaybackCookie(viewer.cookie).secret),
      ],
    );
    if (row?.session) {
      this.#remember(cookie, viewer, row.session);
      return { cookie };
    }
    if (row && row.refusal === null && viewer.cookie !== undefined) return { cookie: viewer.cookie };
    return row?.refusal ?? 'ticket_invalid';
  }

  /**
   * What the last check says, if it can still be trusted: no database is asked. `renewEarly`: an answer that holds for less
   * than half of the time is none.
   */
  admitKnown(viewer: Viewer, { renewEarly = false } = {}): Admission | undefined {
    const { cookie, stream, browser, address } = viewer;
    if (cookie === undefined) return refused('playback_ended');
    const known = this.#admitted.get(cookie);
    const trustMs = (known?.until ?? 0) - Date.now();
    if (!known || trustMs <= (renewEarly ? this.#trustMs / 2 : 0)) return undefined;
    const same = known.stream === stream && known.browser === browser;
    if (!same || this.#ended.has(known.session)) return refused('playback_ended');
    if (!this.#networks.admit(known.session, address)) return refused('playback_moved');
    return { refusal: undefined, cookie: undefined, trustMs };
  }

  /** `canReplace`: the answer to this request can carry a new cookie. */
  async admit(viewer: Viewer, { canReplace = false, renewEarly = false } = {}): Promise<Admission> {
    const known = this.admitKnown(viewer, { renewEarly });
    if (known) return known;
    const { cookie = '', address } = viewer;
    const running = this.#checks.get(keyOf(viewer));
    const parsed = parsePlaybackCookie(cookie);
    const next = { secret: parsed.secret, mark: newSecret(16) };
    const { refusal, session, offered } = await (running ??
      this.#check(viewer, parsed, canReplace ? next : undefined));
    if (refusal !== null || session === null) {
      this.#known.delete(parsed.secret);
      return refused(refusal ?? 'playback_ended');
    }
    if (this.#ended.has(session)) return refused('playback_ended');
    if (!this.#networks.admit(session, address)) return refused('playback_moved');
    this.#remember(cookie, viewer, session);
    // Others who waited for the same check may be other clients: one alone gets the new cookie.
    const replaced = offered && !running ? formatPlaybackCookie(next) : undefined;
    return { refusal: undefined, cookie: replaced, trustMs: this.#trustMs };
  }

  /** For what belongs to a session without its cookie: why it is refused, although its last check admitted it. */
  admitSession(session: string, address: string): Refusal | undefined {
    if (this.#ended.has(session)) return 'playback_ended';
    return this.#networks.admit(session, address) ? undefined : 'playback_moved';
  }

  /** Stores the progress; false when the viewer is unknown. */
  async report({ cookie, stream, browser }: Viewer, progress: Required<ProgressInput>): Promise<boolean> {
    if (cookie === undefined) return false;
    const { position, duration, seconds, ended, cut } = progress;
    const [row] = await this.#database.query<{ known: boolean }>(
      'select private.report_playback($1, $2, $3, $4, $5, $6, $7, $8) as known',
      [
        hashSecret(parsePlaybackCookie(cookie).secret),
        stream,
        browser,
        position,
        duration,
        seconds,
        ended,
        cut,
      ],
    );
    return row?.known ?? false;
  }

  /** A player requests several files at once; the database is queried once. */
  #check(
    viewer: Viewer,
    { secret, mark }: PlaybackCookie,
    next: PlaybackCookie | undefined,
  ): Promise<Checked> {
    const key = keyOf(viewer);
    this.#countCheck(secret);
    const check = this.#database
      .query<Checked>('select * from private.continue_playback($1, $2, $3, $4, $5)', [
        hashSecret(secret),
        viewer.stream,
        viewer.browser,
        mark === undefined ? null : hashSecret(mark),
        next?.mark === undefined ? null : hashSecret(next.mark),
      ])
      .then(([row]) => row ?? { refusal: 'playback_ended' as const, session: null, offered: false })
      .finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }

  #countCheck(secret: string): void {
    const known = this.#known.get(secret);
    if (!known) return;
    const now = Date.now();
    if (now >= known.ends) Object.assign(known, { checks: 0, ends: now + 60_000 });
    known.checks += 1;
  }

  #remember(cookie: string, { stream, browser }: Viewer, session: string): void {
    this.#admitted.delete(cookie);
    this.#admitted.set(cookie, { stream, browser, session, until: Date.now() + this.#trustMs });
    dropOldest(this.#admitted);
    const { secret } = parsePlaybackCookie(cookie);
    if (!this.#known.has(secret)) this.#known.set(secret, { checks: 0, ends: 0 });
    dropOldest(this.#known);
  }
}

function refused(refusal: Refusal): Admission {
  return { refusal, cookie: undefined, trustMs: 0 };
}

function keyOf({ cookie, stream, browser }: Viewer): string {
  return `${cookie} ${stream} ${browser}`;
}

function dropOldest(known: Map<string, unknown> | Set<string>): void {
  if (known.size <= MAX_ENTRIES) return;
  for (const key of known.keys()) return void known.delete(key);
}
