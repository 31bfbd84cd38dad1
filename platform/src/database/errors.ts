/** What PostgreSQL said, with its own fields. Both drivers throw this one class. */
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

/** The database cannot be asked right now (restarting, gone, closed). HTTP answers 503; trying again is right. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The server cannot start, and this one sentence says why. Printed as it is, without a stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
