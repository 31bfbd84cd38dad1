import type { SlowStatement } from '@lakou/contract/admin/slow-statements';
import type { Database, OnAnswered, Statement } from '@lakou/platform/database';
import { Counter } from 'prom-client';
import { log } from '../log.ts';
import { explainStatement, isExplaining } from './explain-statement.ts';
import { statementText } from './statement-text.ts';

/** Different ones. The one that was not slow for longest makes place. */
const KEPT = 50;
const LOG_EVERY_MS = 60_000;
const PLAN_EVERY_MS = 3_600_000;

interface Kept extends SlowStatement {
  loggedAt: number;
  explainedAt: number;
}

/** The statements of this process that took long, with their plans. In memory: a restart forgets them, the log does not. */
export class SlowStatements {
  readonly counter = new Counter({
    name: 'database_slow_statements_total',
    help: 'Statements that took longer than SLOW_STATEMENT_MS.',
    registers: [],
  });
  /** 0: none is slow. */
  readonly #limitMs: number;
  readonly #kept = new Map<string, Kept>();
  #database: Database | undefined;
  #explaining: Promise<void> | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Before, no plans are taken. */
  explainWith(database: Database): void {
    this.#database = database;
  }

  readonly onAnswered: OnAnswered = (statements, role, ms) => {
    // The plan of a plan would be next.
    if (ms < this.#limitMs || this.#limitMs === 0 || isExplaining(statements)) return;
    this.counter.inc();
    const kept = this.#keep(statements, role ?? 'owner', ms);
    const now = performance.now();
    if (now - kept.loggedAt > LOG_EVERY_MS) {
      kept.loggedAt = now;
      const { statement, count, longest_ms } = kept;
      log.warn({ statement, role: kept.role, ms: Math.round(ms), count, longest_ms }, 'slow statement');
    }
    // One at a time; the others are explained when they are slow again.
    if (this.#explaining || now - kept.explainedAt < PLAN_EVERY_MS) return;
    kept.explainedAt = now;
    this.#explaining = this.#explain(kept, statements, role).finally(() => {
      this.#explaining = undefined;
    });
  };

  /** The longest first. */
  list(): SlowStatement[] {
    return [...this.#kept.values()]
      .map(({ loggedAt: _, explainedAt: __, ...shown }) => shown)
      .sort((a, b) => b.longest_ms - a.longest_ms);
  }

  #keep(statements: readonly Statement[], role: string, ms: number): Kept {
    const statement = statements.map(({ text }) => statementText(text)).join(';\n');
    const key = `${role} ${statement}`;
    const never = Number.NEGATIVE_INFINITY;
    const before = this.#kept.get(key);
    const kept: Kept = before ?? {
      statement,
      role,
      count: 0,
      longest_ms: 0,
      last_at: '',
      plan: null,
      loggedAt: never,
      explainedAt: never,
    };
    kept.count += 1;
    kept.longest_ms = Math.max(kept.longest_ms, Math.round(ms));
    kept.last_at = new Date().toISOString();
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  async #explain(kept: Kept, statements: readonly Statement[], role: string | undefined): Promise<void> {
    if (!this.#database) return;
    try {
      const plans: string[] = [];
      for (const { text } of statements) plans.push(await explainStatement(this.#database, text, role));
      kept.plan = plans.join('\n\n');
      log.info({ statement: kept.statement, role: kept.role, plan: kept.plan }, 'plan of a slow statement');
    } catch (error) {
      // Not every statement has one.
      const { code = 'unknown' } = error as { code?: string };
      log.info({ statement: kept.statement, code }, 'a slow statement has no plan');
    }
  }
}
