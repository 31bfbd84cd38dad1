import type { Batch } from './batch.ts';
import { type Answer, AnswerCollector } from './collect-answer.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { DatabaseUnavailable, QUERY_CANCELED, statementTimeout } from './errors.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Session } from './session.ts';
import { readAnswer } from './wire-messages.ts';

// A statement that does not end when it is cancelled is ended with its engine.
const patienceMs = 2_000;

/** PGlite's only session. */
export class EmbeddedSession implements Session {
  readonly prepared = new PreparedStatements();
  /** PGlite ignores `statement_timeout`, so a timer cancels long statements. */
  readonly keepsTime = false;
  readonly isPooled = false;
  readonly engine: EmbeddedEngine;
  readonly #notify: (channel: string, payload: string) => void;

  constructor(engine: EmbeddedEngine, notify: (channel: string, payload: string) => void) {
    this.engine = engine;
    this.#notify = notify;
  }

  /** Ends the running statement. */
  cancel(): void {
    this.engine.cancel();
  }

  async send(batch: Batch, limitMs: number): Promise<Answer> {
    const collector = new AnswerCollector(batch);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.cancel();
    }, limitMs);
    const bytes = await this.engine.run(batch.bytes, limitMs + patienceMs).finally(() => clearTimeout(timer));
    const status = readAnswer(bytes, collector, this.#notify);
    if (status !== undefined && collector.isWhole) {
      const answer = collector.finish(status);
      return late && answer.error?.code === QUERY_CANCELED
        ? { ...answer, error: statementTimeout() }
        : answer;
    }
    this.engine.break('it left a statement without an answer');
    throw new DatabaseUnavailable('the embedded database broke while it answered');
  }
}
