/** An error as PostgREST sends it: an HTTP status and a body of code, message, details and hint. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(fields: {
    status: number;
    code: string;
    message: string;
    details?: unknown;
    hint?: string | null;
    headers?: Record<string, string>;
  }) {
    super(fields.message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? null;
    this.hint = fields.hint ?? null;
    this.headers = fields.headers ?? {};
  }

  body(): string {
    return JSON.stringify({
      code: this.code,
      details: this.details,
      hint: this.hint,
      message: this.message,
    });
  }
}

/** The query string cannot be parsed: the position, and what was expected there. */
export function unreadable(what: string, text: string, position: number, details: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${what} (${text})" (line 1, column ${position + 1})`,
    details,
  });
}

/** A limit was exceeded. PostgREST has no code for that, so its parse error's code is used. */
export function tooMuch(message: string, status = 400): RestError {
  return new RestError({ status, code: 'PGRST100', message });
}

/** All rows of embedded lists together exceed the budget of a response, by number or by length. */
export function tooManyRows(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: 'The response would embed too many rows or too much text',
    hint: 'Request fewer rows with limit, or limit embedded resources, for example with posts.limit=10',
  });
}

export function invalidBody(message: string): RestError {
  return new RestError({ status: 400, code: 'PGRST102', message });
}

export function invalidRange(details: string, headers: Record<string, string> = {}): RestError {
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    headers,
  });
}

/** The offset is past the end; the response still has the number of rows. */
export function pastTheEnd(offset: number, total: number | undefined): RestError {
  const details = `An offset of ${offset} was requested, but there are only ${total ?? 0} rows.`;
  return invalidRange(details, { 'content-range': `*/${total ?? '*'}` });
}

export function notEmbedded(name: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

export function notOneRow(rows: number | string): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  });
}

export function notAcceptable(accept: string): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accept}`,
  });
}
