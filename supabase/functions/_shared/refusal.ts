import { type ErrorAnswer, type ErrorKey, errorMessages } from '@lakou/contract/errors';

/** Failures that only programs meet; the others have a translated message in the contract. */
const programMessages = {
  input_invalid: 'This function does not take this input',
  method_not_allowed: 'This function does not take this method',
  signature_missing: 'This webhook call is not signed',
  signature_invalid: 'The signature of this webhook call is not valid',
};
export type RefusalKey = ErrorKey | keyof typeof programMessages;
const messages: Record<RefusalKey, string> = { ...errorMessages.en, ...programMessages };

/** Thrown by any step of a function; `serveFunction` answers with it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly key: RefusalKey;
  /** Stand beside key and message in the answer. */
  readonly details: object;

  constructor(status: number, key: RefusalKey, details: object = {}) {
    super(messages[key]);
    this.status = status;
    this.key = key;
    this.details = details;
  }

  toResponse(): Response {
    const answer: ErrorAnswer = { error: this.key, message: this.message, ...this.details };
    return Response.json(answer, { status: this.status, headers: { 'cache-control': 'no-store' } });
  }
}

/** Why a call of the Data API failed. A caller who has to wait for their turn is told so. */
export function failureOf(call: string, status: number, error: { message: string } | null): Error {
  return status === 429 ? new Refusal(429, 'service_busy') : new Error(`${call}: ${error?.message}`);
}
