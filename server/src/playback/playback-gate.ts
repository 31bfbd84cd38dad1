import { createHash, randomBytes } from 'node:crypto';
import type { ProgressInput } from '@lakou/contract/playback/inputs';
import type { Database } from '@lakou/platform/database';

/** A request for a stream. */
export interface Viewer {
  stream: string;
  browser: string;
  /** The value of the stream's cookie, if one came. */
  cookie: string | undefined;
}

export type Refusal = 'ticket_invalid' | 'playback_ended' | 'too_many_streams';

/** Entries in memory; the oldest are dropped first. */
const MAX_ENTRIES = 20_000;

interface Row {
  refusal: Refusal | null;
  session: string | null;
}
interface Admitted {
  stream: string;
  browser: string;
  session: string;
  until: number;
}

/** Exchanges tickets for cookies, and checks cookies against private.continue_playback. */
export class PlaybackGate {
  readonly #database: Database;
  readonly #trustMs: number;
  readonly #admitted = new Map<string, Admitted>();
  readonly #checks = new Map<string, Promise<Row>>();
  readonly #ended = new Set<string>();
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

  close(): Promise<void> {
    return this.#stop();
  }

  /** A new cookie, or the given one if this ticket opened its session. `held`: the browser's ticket secrets. */
  async exchange(
    ticket: string,
    viewer: Viewer,
    held: readonly string[],
  ): Promise<{ cookie: string } | Refusal> {
    const cookie = randomBytes(32).toString('base64url');
    const [row] = await this.#database.query<Row>(
      'select * from private.exchange_ticket($1, $2, $3, $4, $5, $6)',
      [
        hash(ticket),
        viewer.stream,
        hash(cookie),
        viewer.browser,
        held.map(hash),
        viewer.cookie === undefined ? null : hash(viewer.cookie),
      ],
    );
    if (row?.session) {
      this.#remember(cookie, viewer, row.session);
      return { cookie };
    }
    if (row && row.refusal === null && viewer.cookie !== undefined) return { cookie: viewer.cookie };
    return row?.refusal ?? 'ticket_invalid';
  }

  /** Undefined: admitted. */
  async refuse(viewer: Viewer): Promise<Refusal | undefined> {
    const { cookie, stream, browser } = viewer;
    if (cookie === undefined) return 'playback_ended';
    const known = this.#admitted.get(cookie);
    if (known && known.until > Date.now()) {
      const same = known.stream === stream && known.browser === browser;
      return same && !this.#ended.has(known.session) ? undefined : 'playback_ended';
    }
    const { refusal, session } = await this.#check(cookie, stream, browser);
    if (refusal !== null || session === null) return refusal ?? 'playback_ended';
    if (this.#ended.has(session)) return 'playback_ended';
    this.#remember(cookie, viewer, session);
    return undefined;
  }

  /** Stores the progress; false when the viewer is unknown. */
  async report({ cookie, stream, browser }: Viewer, progress: Required<ProgressInput>): Promise<boolean> {
    if (cookie === undefined) return false;
    const { position, duration, seconds, ended } = progress;
    const [row] = await this.#database.query<{ known: boolean }>(
      'select private.report_playback($1, $2, $3, $4, $5, $6, $7) as known',
      [hash(cookie), stream, browser, position, duration, seconds, ended],
    );
    return row?.known ?? false;
  }

  /** A player requests several files at once; the database is queried once. */
  #check(cookie: string, stream: string, browser: string): Promise<Row> {
    const key = `${cookie} ${stream} ${browser}`;
    const check =
      this.#checks.get(key) ??
      this.#database
        .query<Row>('select * from private.continue_playback($1, $2, $3)', [hash(cookie), stream, browser])
        .then(([row]) => row ?? { refusal: 'playback_ended' as const, session: null })
        .finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }

  #remember(cookie: string, { stream, browser }: Viewer, session: string): void {
    this.#admitted.delete(cookie);
    this.#admitted.set(cookie, { stream, browser, session, until: Date.now() + this.#trustMs });
    dropOldest(this.#admitted);
  }
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function dropOldest(known: Map<string, unknown> | Set<string>): void {
  if (known.size <= MAX_ENTRIES) return;
  for (const key of known.keys()) return void known.delete(key);
}
