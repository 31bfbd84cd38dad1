import type { Client, Connection } from 'pg';
import { DatabaseError as ServerError } from 'pg-protocol';
import type { Batch } from './batch.ts';
import { type Answer, AnswerCollector, type TransactionStatus } from './collect-answer.ts';
import { DatabaseError, DatabaseUnavailable } from './errors.ts';
import type { ConnectionKind } from './inspect-connection.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Session } from './session.ts';

// Beyond the statement's own limit, before the server counts as unreachable.
const patienceMs = 5_000;

/** A pooled connection. pg provides authentication, TLS and the socket; this class sends its own messages. */
export class PostgresSession implements Session {
  readonly prepared = new PreparedStatements();
  readonly keepsTime = true;
  readonly isPooled: boolean;
  readonly #client: Client;
  #lost: DatabaseUnavailable | undefined;
  #abandon: ((reason: DatabaseUnavailable) => void) | undefined;

  constructor(client: Client, { isPooled, keepsPrepared }: ConnectionKind) {
    this.isPooled = isPooled;
    if (!keepsPrepared) this.prepared.turnOff();
    this.#client = client;
    client.on('error', (error) => this.#lose(error.message));
    client.on('end', () => this.#lose('it closed the connection'));
  }

  /** The connection is unusable and must not return to the pool. */
  get lost(): boolean {
    return this.#lost !== undefined;
  }

  send(batch: Batch, limitMs: number): Promise<Answer> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    return new Promise<Answer>((resolve, reject) => {
      const statements = Math.max(1, batch.steps.length);
      const timer = setTimeout(() => this.#lose('it does not answer'), limitMs * statements + patienceMs);
      const settle = (): void => {
        clearTimeout(timer);
        this.#abandon = undefined;
      };
      this.#abandon = (reason) => {
        settle();
        reject(reason);
      };
      const answered = (answer: Answer): void => {
        settle();
        resolve(answer);
      };
      this.#client.query(new PipelinedBatch(batch, answered, (reason) => this.#lose(reason)));
    });
  }

  #lose(reason: string): void {
    this.#lost ??= new DatabaseUnavailable(`the connection to PostgreSQL was lost: ${reason}`);
    this.#abandon?.(this.#lost);
  }
}

type PgConnection = Connection & { sendCopyFail(reason: string): void; sync(): void };

/** Sends a batch as one of pg's own queries (its `Submittable`), in one write. */
class PipelinedBatch {
  readonly #batch: Batch;
  readonly #collector: AnswerCollector;
  readonly #answered: (answer: Answer) => void;
  readonly #lost: (reason: string) => void;
  #connection: PgConnection | undefined;

  constructor(batch: Batch, answered: (answer: Answer) => void, lost: (reason: string) => void) {
    this.#batch = batch;
    this.#collector = new AnswerCollector(batch);
    this.#answered = answered;
    this.#lost = lost;
  }

  submit(connection: Connection): void {
    this.#connection = connection as PgConnection;
    connection.once('readyForQuery', this.#ready);
    connection.stream.write(this.#batch.bytes);
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#collector.fields(message.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    // pg provides strings only. The server sends valid UTF-8, so encoding them restores the original bytes.
    this.#collector.row(message.fields.map((text) => (text === null ? null : Buffer.from(text, 'utf8'))));
  }

  handleCommandComplete(message: { text: string }): void {
    this.#collector.complete(message.text);
  }

  handleEmptyQuery(): void {
    this.#collector.complete('');
  }

  handlePortalSuspended(): void {
    this.#collector.complete('');
  }

  handleCopyInResponse(connection: PgConnection): void {
    // While it waits for COPY data the server discards Syncs, including that of this batch.
    connection.sendCopyFail('COPY FROM STDIN is not possible here');
    connection.sync();
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    if (error instanceof ServerError && error.severity !== 'FATAL') {
      this.#collector.error(translated(error));
    } else {
      this.#connection?.removeListener('readyForQuery', this.#ready);
      this.#lost(error.message);
    }
  }

  /** pg sends a failed query no further messages, hence the listeners on the connection. */
  handleReadyForQuery(): void {}

  readonly #ready = (message: { status: TransactionStatus }): void => {
    this.#answered(this.#collector.finish(message.status));
  };
}

function translated(error: ServerError): DatabaseError {
  return new DatabaseError({
    message: error.message,
    code: error.code ?? 'XX000',
    detail: error.detail,
    hint: error.hint,
    schema: error.schema,
    table: error.table,
    column: error.column,
    constraint: error.constraint,
    position: error.position === undefined ? undefined : Number(error.position),
    where: error.where,
  });
}
