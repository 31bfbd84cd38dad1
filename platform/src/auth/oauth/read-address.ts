import { readEmail } from '../request.ts';

/** A provider's idea of an address; empty when we could not write to it. */
export function readAddress(given: unknown): string {
  if (typeof given !== 'string') return '';
  try {
    return readEmail({ email: given });
  } catch {
    return '';
  }
}
