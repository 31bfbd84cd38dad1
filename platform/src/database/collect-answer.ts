import type { Batch, Step } from './batch.ts';
import type { Field, RawResult } from './database.ts';
import type { DatabaseError } from './errors.ts';

/** Idle, in a transaction, or in a failed transaction. */
export type TransactionStatus = 'I' | 'T' | 'E';

export interface Answer {
  /** One per completed statement of the caller. */
  results: RawResult[];
  error: DatabaseError | undefined;
  status: TransactionStatus;
  /** The error means that a prepared statement is no longer valid; it is prepared again next time. */
  stale: boolean;
}

// "cached plan must not change result type" and "prepared statement does not exist"
const staleCodes = new Set(['0A000', '26000']);

/** Collects the database's messages, in order, into the answer to a batch. */
export class AnswerCollector {
  readonly #batch: Batch;
  readonly #results: RawResult[] = [];
  #step = 0;
  #fields: Field[] | undefined;
  #rows: (Buffer | null)[][] = [];
  #error: DatabaseError | undefined;

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  fields(fields: Field[]): void {
    this.#fields = fields;
  }

  row(row: (Buffer | null)[]): void {
    if (!this.#batch.script) this.#rows.push(row);
  }

  /** `tag` is PostgreSQL's command tag: `INSERT 0 3`, `SELECT 10`, `CREATE TABLE`. */
  complete(tag: string): void {
    const step = this.#batch.steps[this.#step];
    if (step === undefined) return;
    const fields = this.#fields ?? step.fields ?? [];
    if (!step.internal) this.#results.push({ fields, rows: this.#rows, ...commandAndCount(tag) });
    if (step.prepared !== undefined) {
      step.prepared.state = 'ready';
      step.prepared.fields = fields;
    }
    this.#step += 1;
    this.#fields = undefined;
    this.#rows = [];
  }

  error(error: DatabaseError): void {
    this.#error ??= error;
  }

  /** Throws unless every statement was answered or an error explains why not. */
  get isWhole(): boolean {
    return this.#error !== undefined || this.#step === this.#batch.steps.length;
  }

  finish(status: TransactionStatus): Answer {
    const stale = this.#error !== undefined && this.#settlePrepared(this.#error, this.#batch.steps);
    return { results: this.#results, error: this.#error, status, stale };
  }

  #settlePrepared(error: DatabaseError, steps: readonly Step[]): boolean {
    const failed = steps[this.#step];
    if (failed?.prepares && failed.prepared !== undefined) failed.prepared.state = 'uncertain';
    if (!staleCodes.has(error.code)) return false;
    const reused = steps.filter((step) => step.prepared !== undefined && !step.prepares);
    for (const { prepared } of reused) {
      if (prepared === undefined) continue;
      prepared.state = 'uncertain';
      prepared.fields = undefined;
    }
    return reused.length > 0;
  }
}

function commandAndCount(tag: string): { command: string; count: number } {
  const [, command = tag, count = '0'] = /^(\D+?)(?: \d+)?(?: (\d+))$/.exec(tag) ?? [];
  return { command, count: Number(count) };
}
