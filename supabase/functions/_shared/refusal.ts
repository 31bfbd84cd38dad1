import { type ErrorKey, errorMessages } from '@lakou/contract/errors';

/** What a person can meet: the key for the screen, the English sentence for everybody else. */
export function refusal(status: number, code: ErrorKey): Response {
  const sentence = errorMessages.en[code];
  return Response.json({ error: sentence, code, message: sentence }, { status });
}
