import type { Batch } from './batch.ts';
import { type Answer, AnswerCollector } from './collect-answer.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Session } from './session.ts';
import { readAnswer } from './wire-messages.ts';

/** PGlite's only session. */
export class EmbeddedSession implements Session {
  readonly prepared = new PreparedStatements();
  /** PGlite ignores `statement_timeout`, so the engine's own timer ends long statements. */
  readonly keepsTime = false;
  readonly engine: EmbeddedEngine;
  readonly #notify: (channel: string, payload: string) => void;

  constructor(engine: EmbeddedEngine, notify: (channel: string, payload: string) => void) {
    this.engine = engine;
    this.#notify = notify;
  }

  async send(batch: Batch, limitMs: number): Promise<Answer> {
    const collector = new AnswerCollector(batch);
    const bytes = await this.engine.run(batch.bytes, limitMs);
    const status = readAnswer(bytes, collector, this.#notify);
    if (status !== undefined && collector.isWhole) return collector.finish(status);
    this.engine.break('it left a statement without an answer');
    throw new DatabaseUnavailable('the embedded database broke while it answered');
  }
}
