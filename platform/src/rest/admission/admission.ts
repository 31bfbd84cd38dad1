import { addressKey, isLoopback } from '../../client-address.ts';
import type { Identity, RawResult } from '../../database/database.ts';
import type { RestLimits } from '../limits.ts';
import { SPENT_MS } from '../sql/answer-sql.ts';
import { SlowStatements } from './slow-statements.ts';
import { type Caller, StatementQueue } from './statement-queue.ts';

/** Decides when a statement of one request runs, and notes how long it took. */
export interface Admission {
  run(work: () => Promise<RawResult[]>): Promise<RawResult[]>;
}

/** Counts the statements of clients: visitors by address, members by account. */
export class Admissions {
  readonly #anonRole: string;
  readonly #slow: SlowStatements;
  readonly #queue: StatementQueue;

  constructor(limits: Pick<RestLimits, 'statements' | 'slow'>, anonRole: string) {
    this.#anonRole = anonRole;
    this.#slow = new SlowStatements(limits.slow);
    this.#queue = new StatementQueue(limits.statements, this.#slow);
  }

  of(identity: Identity, address: string, signal: AbortSignal): Admission {
    const caller = this.#callerOf(identity, address);
    return { run: (work) => this.#queue.run(caller, signal, () => this.#timed(caller, work)) };
  }

  #callerOf({ role, claims }: Identity, address: string): Caller {
    const isVisitor = role === this.#anonRole;
    if (!isVisitor && typeof claims?.sub === 'string')
      return { key: `account ${claims.sub}`, isLimited: true, isVisitor };
    return { key: `address ${addressKey(address)}`, isLimited: !isLoopback(address), isVisitor };
  }

  async #timed({ key }: Caller, work: () => Promise<RawResult[]>): Promise<RawResult[]> {
    const started = performance.now();
    let results: RawResult[] = [];
    try {
      results = await work();
      return results;
    } finally {
      // A statement that failed has no result; it counts with the time it waited for a connection.
      this.#slow.add(key, spentMs(results) ?? performance.now() - started);
    }
  }
}

function spentMs(results: RawResult[]): number | undefined {
  const result = results.find(({ fields }) => fields.at(-1)?.name === SPENT_MS);
  return result && Number(result.rows[0]?.at(-1)?.toString('utf8'));
}
