import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@lakou/platform/database';
import { log } from '../log.ts';
import { type Outage, PARTS, type Part, type PartStatus, type Status } from './status.ts';

/** Often, because people look when something has just failed. */
const EVERY_MS = 10_000;
const TIMEOUT_MS = 5_000;

interface StoredStatus {
  parts: { part: Part; failing_since: string | null; is_known: boolean }[];
  outages: { part: Part; began_at: string; ended_at: string | null }[];
}

/** What this process knows about the service. Keeps what it read last, also while the database does not answer. */
export class StatusBoard {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<StoredStatus> | undefined;
  #stored: StoredStatus | undefined;
  #failingSince: Date | undefined;
  #status: Status = { parts: [{ part: 'site', state: 'unknown' }], outages: [], at: new Date() };

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks now and every few seconds. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref();
    await this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The same object until the next look. */
  read(): Status {
    return this.#status;
  }

  /** Says that this process lives, and reads what is stored. */
  async look(): Promise<void> {
    // On a connection that says nothing any more, an answer may take minutes: one question at a time.
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = undefined;
    });
    try {
      this.#stored = await withDeadline(this.#reading);
      this.#failingSince = undefined;
    } catch (error) {
      if (!this.#failingSince)
        log.warn({ err: error }, 'the database does not answer; the status page says so');
      this.#failingSince ??= new Date();
    }
    this.#status = this.#describe();
  }

  async #ask(): Promise<StoredStatus> {
    const [, result] = await this.#database.run(
      [{ text: 'select private.note_alive()' }, { text: 'select private.read_status() as status' }],
      { timeoutMs: TIMEOUT_MS },
    );
    return JSON.parse(String(result?.rows[0]?.[0])) as StoredStatus;
  }

  #describe(): Status {
    const outages = (this.#stored?.outages ?? []).map(toOutage);
    return {
      parts: [this.#site(), ...this.#others()],
      outages: [...this.#current(), ...outages],
      at: new Date(),
    };
  }

  #site(): PartStatus {
    if (!this.#failingSince) return { part: 'site', state: 'works' };
    return { part: 'site', state: 'fails', since: this.#failingSince };
  }

  #others(): PartStatus[] {
    const inOrder = (this.#stored?.parts ?? []).toSorted(
      (a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part),
    );
    return inOrder.map(({ part, failing_since, is_known }) => {
      if (!is_known || this.#failingSince) return { part, state: 'unknown' };
      return failing_since
        ? { part, state: 'fails', since: new Date(failing_since) }
        : { part, state: 'works' };
    });
  }

  /** It is stored only when the database answers again. */
  #current(): Outage[] {
    return this.#failingSince ? [{ part: 'site', began: this.#failingSince }] : [];
  }
}

async function withDeadline<T>(answer: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const deadline = sleep(TIMEOUT_MS, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`no answer within ${TIMEOUT_MS} ms`);
  });
  deadline.catch(() => {});
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    stop.abort();
  }
}

function toOutage({ part, began_at, ended_at }: StoredStatus['outages'][number]): Outage {
  return { part, began: new Date(began_at), ...(ended_at && { ended: new Date(ended_at) }) };
}
