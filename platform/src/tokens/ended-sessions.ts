import type { Database } from '../database/database.ts';

export interface EndedSessions {
  /** Has this session ended while its tokens live on? Asks no database. */
  has(session_id: unknown): boolean;
  /** Told each session that ends from now on. Returns how to stop. */
  onEnd(hear: (session_id: string) => void): () => void;
  close(): Promise<void>;
}

export interface EndedSessionsOptions {
  database: Database;
  /** How long an access token lives: after that, an ended session needs no remembering. */
  tokenSeconds: number;
  /** A notification may be missed while the connection is down, so now and then we look for ourselves. */
  catchUpMs?: number;
  report?: (sentence: string) => void;
}

/** Clocks differ, and a token may have been signed in the same moment in which its session was ended. */
const MARGIN_SECONDS = 120;

/**
 * Which sessions have ended lately, kept in memory by NOTIFY: recognising a caller sends no statement, and yet a
 * revoked device is shut out by every process at once.
 */
export async function watchEndedSessions(options: EndedSessionsOptions): Promise<EndedSessions> {
  const { database, catchUpMs = 10_000, report = () => {} } = options;
  const rememberSeconds = options.tokenSeconds + MARGIN_SECONDS;
  /** In the order in which we heard of them, with the time until which each matters. */
  const ended = new Map<string, number>();
  const hearers = new Set<(session_id: string) => void>();

  const note = (id: string): void => {
    if (ended.has(id)) return;
    forgetOld();
    ended.set(id, Date.now() + rememberSeconds * 1000);
    for (const hear of hearers) hear(id);
  };
  const forgetOld = (): void => {
    for (const [id, until] of ended) {
      if (until > Date.now()) return;
      ended.delete(id);
    }
  };
  const readSince = async (seconds: number): Promise<void> => {
    const rows = await database.query<{ id: string }>(
      'select id from platform.ended_sessions where ended_at > now() - make_interval(secs => $1) order by ended_at',
      [seconds],
      { readOnly: true },
    );
    for (const { id } of rows) note(id);
  };

  // Listening comes before reading: what ends in between is heard, what ended before is read.
  const stop = await database.listen('ended_sessions', note);
  await readSince(rememberSeconds);
  let lastLook = Date.now();
  const timer = setInterval(() => {
    const looked = Date.now();
    // A transaction may end long after its now(); a minute more covers those, and `note` minds no repetition.
    readSince((looked - lastLook) / 1000 + 60).then(
      () => {
        lastLook = looked;
      },
      (error: Error) => report(`Ended sessions could not be read: ${error.message}`),
    );
  }, catchUpMs).unref();

  return {
    has: (session_id) => typeof session_id === 'string' && ended.has(session_id.toLowerCase()),
    onEnd(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    async close() {
      clearInterval(timer);
      hearers.clear();
      await stop();
    },
  };
}
