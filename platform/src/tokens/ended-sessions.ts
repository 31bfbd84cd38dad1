import type { Database } from '../database/database.ts';

export interface EndedSessions {
  /** Whether the session has ended although its tokens have not expired. Answered from memory. */
  has(session_id: unknown): boolean;
  /** Called with each session that ends from now on. Returns a function that unsubscribes. */
  onEnd(listener: (session_id: string) => void): () => void;
  close(): Promise<void>;
}

export interface EndedSessionsOptions {
  database: Database;
  /** Lifetime of an access token; an ended session is forgotten after that. */
  tokenSeconds: number;
  /** How often ended sessions are read, because notifications can be missed while the connection is down. */
  catchUpMs?: number;
  report?: (message: string) => void;
}

/** For clock skew, and for tokens signed just as their session ended. */
const MARGIN_SECONDS = 120;

/**
 * The recently ended sessions, updated by NOTIFY. Identifying a caller needs no query, and yet every process refuses a
 * revoked session at once.
 */
export async function watchEndedSessions(options: EndedSessionsOptions): Promise<EndedSessions> {
  const { database, catchUpMs = 10_000, report = () => {} } = options;
  const rememberSeconds = options.tokenSeconds + MARGIN_SECONDS;
  /** In the order of arrival, with the time until which each is needed. */
  const ended = new Map<string, number>();
  const hearers = new Set<(session_id: string) => void>();

  const note = (id: string): void => {
    if (ended.has(id)) return;
    forgetOld();
    ended.set(id, Date.now() + rememberSeconds * 1000);
    for (const listener of hearers) listener(id);
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

  // Listen first, then read, so that no session in between is missed.
  const stop = await database.listen('ended_sessions', note);
  await readSince(rememberSeconds);
  let lastLook = Date.now();
  const timer = setInterval(() => {
    const looked = Date.now();
    // A transaction can commit long after its now(); an extra minute covers that, and `note` ignores duplicates.
    readSince((looked - lastLook) / 1000 + 60).then(
      () => {
        lastLook = looked;
      },
      (error: Error) => report(`Ended sessions could not be read: ${error.message}`),
    );
  }, catchUpMs).unref();

  return {
    has: (session_id) => typeof session_id === 'string' && ended.has(session_id.toLowerCase()),
    onEnd(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    async close() {
      clearInterval(timer);
      hearers.clear();
      await stop();
    },
  };
}
