import { serialize } from 'pg-protocol';
import type { Field, Statement, Value } from './database.ts';
import { DatabaseError } from './errors.ts';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';

/** One statement of a batch, to assign the response to. */
export interface Step {
  /** Added by the driver (`begin`, settings, …); its result is not returned. */
  internal: boolean;
  /** Known from an earlier run, so the batch does not request a description of the columns. */
  fields: Field[] | undefined;
  prepared: PreparedStatement | undefined;
  /** Whether this batch prepares it. */
  prepares: boolean;
}

/** Protocol messages that end in one Sync, and the steps whose responses are expected. */
export interface Batch {
  bytes: Buffer<ArrayBuffer>;
  steps: Step[];
  /** A script returns any number of results, which are ignored. */
  script: boolean;
}

// PostgreSQL closes the connection on longer messages.
const longestMessage = 0x3fff_ffff;
const mostValues = 65_535;

/**
 * Encodes statements as frontend messages of PostgreSQL's extended protocol. Everything up to the Sync is one implicit
 * transaction: committed at the Sync, or rolled back at the first error.
 */
export class BatchWriter {
  readonly #prepared: PreparedStatements;
  readonly #messages: Buffer[] = [];
  readonly #steps: Step[] = [];
  readonly #preparing = new Set<PreparedStatement>();

  constructor(prepared: PreparedStatements) {
    this.#prepared = prepared;
  }

  /** A statement of the caller. Prepared per role, because sharing a plan between roles would replan it each time. */
  statement(statement: Statement, role: string): this {
    return this.#add(statement, role, false);
  }

  /** A statement of the driver. */
  internal(statement: Statement): this {
    return this.#add(statement, '', true);
  }

  /**
   * Applies each setting to this transaction only, before the statements that follow: policies are chosen when a
   * statement is planned, so a role set inside it comes too late.
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
    refuseUnencodable(statement.text, values);
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
      // Closing a statement that does not exist is no error, so this works whether the earlier attempt succeeded or not.
      if (prepared.state === 'uncertain')
        this.#messages.push(serialize.close({ type: 'S', name: prepared.id }));
    }
    this.#messages.push(serialize.parse({ name: prepared?.id ?? '', text }));
  }
}

/** Several statements without values in one message. */
export function scriptBatch(sql: string): Batch {
  refuseUnencodable(sql, []);
  return { bytes: joined([serialize.query(sql)]), steps: [], script: true };
}

function refuseUnencodable(text: string, values: readonly Value[]): void {
  // A NUL ends a string in the protocol; the rest would be read as another message.
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

/** In a buffer of its own, so that it can be transferred to another thread without copying. */
function joined(messages: readonly Buffer[]): Buffer<ArrayBuffer> {
  const size = messages.reduce((sum, message) => sum + message.length, 0);
  const bytes = Buffer.allocUnsafeSlow(size);
  let offset = 0;
  for (const message of messages) offset += message.copy(bytes, offset);
  return bytes;
}
