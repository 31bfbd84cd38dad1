import { refuse } from './storage-error.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** A request's JSON object; an empty body counts as an empty object. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw refuse.tooLarge();
    chunks.push(chunk);
  }
  if (length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Falls through to the same refusal.
  }
  throw refuse.invalidRequest('The body must be a JSON object');
}

export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw refuse.invalidRequest(`body must have a text '${name}'`);
  return value;
}

export function optionalText(value: unknown, name: string): string | undefined {
  return value === undefined || value === null ? undefined : text(value, name);
}

export function wholeNumber(value: unknown, name: string, min: number, max: number): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw refuse.invalidRequest(`'${name}' must be a whole number from ${min} to ${max}`);
}

export function oneOf<const Choice extends string>(
  value: unknown,
  name: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw refuse.invalidRequest(`'${name}' must be one of ${choices.join(', ')}`);
  return choice;
}
