export type RefusalCode = 'PGRST301' | 'PGRST302' | 'PGRST303' | '22023';

/** The token or key is missing or invalid. Always a 401, with PostgREST's codes and messages. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  readonly status = 401;
  readonly code: RefusalCode;
  readonly details: string | null;

  constructor(code: RefusalCode, message: string, details: string | null = null) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get headers(): Record<string, string> {
    const challenge =
      this.code === 'PGRST302'
        ? 'Bearer'
        : `Bearer error="invalid_token", error_description="${this.message.replaceAll('"', "'")}"`;
    return { 'www-authenticate': challenge };
  }

  body(): string {
    return JSON.stringify({ code: this.code, details: this.details, hint: null, message: this.message });
  }
}
