import type { AnswerCollector, TransactionStatus } from './collect-answer.ts';
import type { Field } from './database.ts';
import { DatabaseError } from './errors.ts';

/**
 * Parses the backend's messages (PostgreSQL protocol 3.0) of a complete answer. Row values are slices of the buffer;
 * nothing is copied.
 */
export function readAnswer(
  bytes: Buffer,
  collector: AnswerCollector,
  notify: (channel: string, payload: string) => void,
): TransactionStatus | undefined {
  let status: TransactionStatus | undefined;
  let offset = 0;
  while (offset + 5 <= bytes.length) {
    const kind = String.fromCharCode(bytes[offset] ?? 0);
    const end = offset + 1 + bytes.readUInt32BE(offset + 1);
    const reader = new MessageReader(bytes.subarray(offset + 5, end));
    offset = end;
    if (kind === 'D') collector.row(readRow(reader));
    else if (kind === 'T') collector.fields(readFields(reader));
    else if (kind === 'C') collector.complete(reader.text());
    else if (kind === 'I') collector.complete('');
    else if (kind === 'E') collector.error(readError(reader));
    else if (kind === 'A') {
      reader.int32();
      notify(reader.text(), reader.text());
    } else if (kind === 'Z') status = reader.character() as TransactionStatus;
  }
  return status;
}

class MessageReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int16(): number {
    this.#offset += 2;
    return this.#bytes.readInt16BE(this.#offset - 2);
  }

  int32(): number {
    this.#offset += 4;
    return this.#bytes.readInt32BE(this.#offset - 4);
  }

  unsigned32(): number {
    return this.int32() >>> 0;
  }

  skip(count: number): void {
    this.#offset += count;
  }

  take(length: number): Buffer {
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset);
  }

  character(): string {
    return String.fromCharCode(this.take(1)[0] ?? 0);
  }

  /** A NUL-terminated string. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    const text = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }
}

function readRow(reader: MessageReader): (Buffer | null)[] {
  const count = reader.int16();
  const row: (Buffer | null)[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = reader.int32();
    row.push(length === -1 ? null : reader.take(length));
  }
  return row;
}

function readFields(reader: MessageReader): Field[] {
  const count = reader.int16();
  const fields: Field[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = reader.text();
    reader.skip(6); // table and column it comes from
    const type = reader.unsigned32();
    reader.skip(8); // size, modifier, format
    fields.push({ name, type });
  }
  return fields;
}

function readError(reader: MessageReader): DatabaseError {
  const fields = new Map<string, string>();
  for (let field = reader.character(); field !== '\0'; field = reader.character()) {
    fields.set(field, reader.text());
  }
  const position = fields.get('P');
  return new DatabaseError({
    message: fields.get('M') ?? 'the database reported an error without a message',
    code: fields.get('C') ?? 'XX000',
    detail: fields.get('D'),
    hint: fields.get('H'),
    schema: fields.get('s'),
    table: fields.get('t'),
    column: fields.get('c'),
    constraint: fields.get('n'),
    position: position === undefined ? undefined : Number(position),
    where: fields.get('W'),
  });
}
