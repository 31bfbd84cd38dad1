import type { Database } from '@lakou/platform/database';
import { log } from '../log.ts';
import { type Outage, PARTS, type Part, type PartStatus, type Status } from './status.ts';

const EVERY_MS = 30_000;
const TIMEOUT_MS = 10_000;

interface Record {
  parts: { part: Part; failing_since: string | null; is_known: boolean }[];
  outages: { part: Part; began_at: string; ended_at: string | null }[];
}

/** What this process knows about the service. Keeps the last record, also while the database does not answer. */
export class StatusBoard {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #record: Record | undefined;
  #failingSince: Date | undefined;
  #at = new Date();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks now and twice a minute. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref();
    await this.look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Says that this process lives, and reads the record. */
  async look(): Promise<void> {
    try {
      const [, result] = await this.#database.run(
        [{ text: 'select private.note_alive()' }, { text: 'select private.read_status() as status' }],
        { timeoutMs: TIMEOUT_MS },
      );
      this.#record = JSON.parse(String(result?.rows[0]?.[0])) as Record;
      this.#failingSince = undefined;
    } catch (error) {
      this.#failingSince ??= new Date();
      log.warn({ err: error }, 'the status is not known, because the database does not answer');
    }
    this.#at = new Date();
  }

  read(): Status {
    const outages = (this.#record?.outages ?? []).map(toOutage);
    return { parts: [this.#site(), ...this.#others()], outages: [...this.#current(), ...outages], at: this.#at };
  }

  #site(): PartStatus {
    if (!this.#failingSince) return { part: 'site', state: this.#record ? 'works' : 'unknown' };
    return { part: 'site', state: 'fails', since: this.#failingSince };
  }

  #others(): PartStatus[] {
    const inOrder = (this.#record?.parts ?? []).toSorted((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part));
    return inOrder.map(({ part, failing_since, is_known }) => {
      if (!is_known || this.#failingSince) return { part, state: 'unknown' };
      return failing_since ? { part, state: 'fails', since: new Date(failing_since) } : { part, state: 'works' };
    });
  }

  /** The record has it only when the database answers again. */
  #current(): Outage[] {
    return this.#failingSince ? [{ part: 'site', began: this.#failingSince }] : [];
  }
}

function toOutage({ part, began_at, ended_at }: Record['outages'][number]): Outage {
  return { part, began: new Date(began_at), ...(ended_at && { ended: new Date(ended_at) }) };
}
