import { readEmail } from '../request.ts';

/** The address that a provider reports; empty when it is not a valid one. */
export function readAddress(given: unknown): string {
  if (typeof given !== 'string') return '';
  try {
    return readEmail({ email: given });
  } catch {
    return '';
  }
}
