import { DatabaseError, DatabaseUnavailable } from '../database/errors.ts';
import { notOneRow, RestError, tooManyRows } from './errors.ts';
import { type Guard, readGuard } from './sql/answer-sql.ts';

/** Whole classes of SQLSTATE, by their first two characters. */
const CLASSES: Record<string, number> = {
  '08': 503, // connection
  '09': 500, // triggered action
  '0L': 403, // invalid grantor
  '0P': 403, // invalid role
  '25': 500, // transaction state
  '28': 403, // authorization
  '2D': 500, // transaction termination
  '38': 500, // external routine
  '39': 500,
  '3B': 500, // savepoint
  '40': 500, // transaction rollback
  '53': 503, // insufficient resources
  '57': 500, // operator intervention, such as a timeout
  '58': 500, // system error
  F0: 500, // configuration file
  HV: 500, // foreign data
  P0: 500, // PL/pgSQL
  XX: 500, // internal
};

const STATES: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405, // a write inside a read-only call
  '42883': 404, // undefined function
  '42P01': 404, // undefined table
  '42P17': 500, // infinite recursion
  '53400': 500,
  '57P01': 503,
  P0001: 400, // raise
  // PostgREST answers 500; here a function that raises no_data_found means that the resource does not exist.
  P0002: 404,
};

/** A database error as PostgREST reports it. `anonymous` decides between 401 and 403. */
export function fromDatabaseError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof DatabaseUnavailable) {
    return new RestError({
      status: 503,
      code: 'PGRST001',
      message: 'Database client error. Retrying the connection.',
      headers: { 'retry-after': '1' },
    });
  }
  if (!(error instanceof DatabaseError)) throw error;
  const guard = readGuard(error.message);
  if (guard) return guardError(guard.guard, guard.count);
  if (error.code === 'PGRST') return raisedByHand(error);
  const status = statusOf(error, anonymous);
  return new RestError({
    status,
    code: error.code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
    ...(status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  });
}

function statusOf({ code, message }: DatabaseError, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (/^PT\d{3}$/.test(code)) return validStatus(Number(code.slice(2)));
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  return STATES[code] ?? CLASSES[code.slice(0, 2)] ?? 400;
}

function guardError(guard: Guard, count: string): RestError {
  if (guard === 'single') return notOneRow(count);
  if (guard === 'rows') return tooManyRows();
  if (guard === 'affected') {
    return new RestError({
      status: 400,
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${count} rows`,
    });
  }
  return new RestError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  });
}

/** `raise sqlstate 'PGRST'` sets the whole response: the body in the message, status and headers in the detail. */
function raisedByHand(error: DatabaseError): RestError {
  const refuse = (details: string, hint: string) =>
    new RestError({
      status: 500,
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details,
      hint,
    });
  const message = parseObject(error.message);
  if (typeof message?.code !== 'string' || typeof message.message !== 'string') {
    return refuse(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const hint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) return refuse('DETAIL is missing in the RAISE statement', hint);
  const detail = parseObject(error.detail);
  const headers = detail?.headers;
  if (typeof detail?.status !== 'number' || typeof headers !== 'object' || headers === null) {
    return refuse(`Invalid JSON value for DETAIL: '${error.detail}'`, hint);
  }
  return new RestError({
    status: validStatus(detail.status),
    code: message.code,
    message: message.message,
    details: message.details,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function validStatus(status: number): number {
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}
