import { serialize } from 'pg-protocol';
import type { Field, Statement, Value } from './database.ts';
import { DatabaseError } from './errors.ts';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';

/** What one statement of a batch stands for when its answer comes back. */
export interface Step {
  /** Ours (`begin`, settings, …): its result is not the caller's business. */
  internal: boolean;
  /** Known from an earlier time, so the database was not asked to describe the columns again. */
  fields: Field[] | undefined;
  prepared: PreparedStatement | undefined;
  /** This batch asks the database to prepare it. */
  prepares: boolean;
}

/** Messages for the database that end in one Sync, and what is expected back. */
export interface Batch {
  bytes: Buffer<ArrayBuffer>;
  steps: Step[];
  /** A script answers with any number of results; nobody wants them. */
  script: boolean;
}

// PostgreSQL refuses longer messages by hanging up on everybody in the connection.
const longestMessage = 0x3fff_ffff;
const mostValues = 65_535;

/**
 * Puts statements into the frontend messages of PostgreSQL's extended protocol. Everything up to the Sync is
 * one implicit transaction: it is committed at the Sync, or undone at the first error.
 */
export class BatchWriter {
  readonly #prepared: PreparedStatements;
  readonly #messages: Buffer[] = [];
  readonly #steps: Step[] = [];
  readonly #preparing = new Set<PreparedStatement>();

  constructor(prepared: PreparedStatements) {
    this.#prepared = prepared;
  }

  /** A statement of the caller's. A role's plans are not shared with another role: that would replan each time. */
  statement(statement: Statement, role: string): this {
    return this.#add(statement, role, false);
  }

  /** A statement of ours. */
  internal(statement: Statement): this {
    return this.#add(statement, '', true);
  }

  /**
   * Sets each named setting for this transaction only. Kept apart from the statements that follow: a role
   * taken on inside a statement comes too late, its policies have been chosen by then.
   */
  settings(settings: readonly (readonly [name: string, value: string])[]): this {
    if (settings.length === 0) return this;
    const calls = settings.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
    return this.internal({
      name: `settings ${settings.length}`,
      text: `select ${calls.join(', ')}`,
      values: settings.flat(),
    });
  }

  sync(): Batch {
    this.#messages.push(serialize.sync());
    return { bytes: joined(this.#messages), steps: this.#steps, script: false };
  }

  #add(statement: Statement, role: string, internal: boolean): this {
    const values = statement.values ?? [];
    refuseWhatBreaksTheProtocol(statement.text, values);
    const prepared =
      statement.name === undefined ? undefined : this.#prepared.find(role, statement.name, statement.text);
    const prepares = prepared !== undefined && prepared.state !== 'ready' && !this.#preparing.has(prepared);
    if (prepared === undefined || prepares) this.#parse(statement.text, prepared);
    const fields = prepared?.fields;
    this.#messages.push(serialize.bind({ statement: prepared?.id ?? '', values: values as Value[] }));
    if (fields === undefined) this.#messages.push(serialize.describe({ type: 'P' }));
    this.#messages.push(serialize.execute());
    this.#steps.push({ internal, fields, prepared, prepares });
    return this;
  }

  #parse(text: string, prepared: PreparedStatement | undefined): void {
    if (prepared !== undefined) {
      this.#preparing.add(prepared);
      for (const id of this.#prepared.forgotten())
        this.#messages.push(serialize.close({ type: 'S', name: id }));
      // Closing what does not exist is no error, so this is right whether the earlier try had succeeded or not.
      if (prepared.state === 'uncertain')
        this.#messages.push(serialize.close({ type: 'S', name: prepared.id }));
    }
    this.#messages.push(serialize.parse({ name: prepared?.id ?? '', text }));
  }
}

/** Several statements without values in one message. */
export function scriptBatch(sql: string): Batch {
  refuseWhatBreaksTheProtocol(sql, []);
  return { bytes: joined([serialize.query(sql)]), steps: [], script: true };
}

function refuseWhatBreaksTheProtocol(text: string, values: readonly Value[]): void {
  // A NUL ends a text in the protocol: what follows would be read as a message of its own.
  if (text.includes('\0')) {
    throw new DatabaseError({ code: '22021', message: 'a statement cannot contain a NUL character' });
  }
  if (values.length > mostValues) {
    throw new DatabaseError({ code: '54023', message: `a statement takes at most ${mostValues} values` });
  }
  let size = 3 * text.length;
  for (const value of values) {
    if (value === null) continue;
    if (typeof value !== 'string' && !Buffer.isBuffer(value)) {
      throw new TypeError(`a bound value is a string, a Buffer or null, not ${typeof value}`);
    }
    size += 3 * value.length;
  }
  if (size > longestMessage && exactSize(text, values) > longestMessage) {
    throw new DatabaseError({ code: '54000', message: 'a statement and its values are larger than 1 GB' });
  }
}

function exactSize(text: string, values: readonly Value[]): number {
  const header = 1024;
  return values.reduce(
    (sum, value) => sum + 4 + (value === null ? 0 : Buffer.byteLength(value)),
    Buffer.byteLength(text) + header,
  );
}

/** In memory of its own, so that it can be handed to another thread without copying. */
function joined(messages: readonly Buffer[]): Buffer<ArrayBuffer> {
  const size = messages.reduce((sum, message) => sum + message.length, 0);
  const bytes = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  for (const message of messages) offset += message.copy(bytes, offset);
  return bytes;
}
