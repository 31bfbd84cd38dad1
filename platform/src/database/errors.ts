/** An error reported by PostgreSQL, with its fields. Both drivers throw it. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
  /** Character position in the statement, from 1. */
  readonly position: number | undefined;
  /** The call stack inside the database (PL/pgSQL context). */
  readonly where: string | undefined;

  constructor(fields: {
    message: string;
    code: string;
    detail?: string | undefined;
    hint?: string | undefined;
    schema?: string | undefined;
    table?: string | undefined;
    column?: string | undefined;
    constraint?: string | undefined;
    position?: number | undefined;
    where?: string | undefined;
  }) {
    super(fields.message);
    this.code = fields.code;
    this.detail = fields.detail;
    this.hint = fields.hint;
    this.schema = fields.schema;
    this.table = fields.table;
    this.column = fields.column;
    this.constraint = fields.constraint;
    this.position = fields.position;
    this.where = fields.where;
  }
}

/** The database is restarting, unreachable or closed. HTTP answers 503; clients can retry. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** The database's disk is full; reads may still work. */
export class DatabaseFull extends DatabaseUnavailable {
  override readonly name = 'DatabaseFull';
}

/** The server cannot start. The message says why and is printed without a stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** As PostgreSQL reports a statement that exceeded `statement_timeout`. */
export function statementTimeout(): DatabaseError {
  return new DatabaseError({ code: QUERY_CANCELED, message: 'canceling statement due to statement timeout' });
}

export const QUERY_CANCELED = '57014';
