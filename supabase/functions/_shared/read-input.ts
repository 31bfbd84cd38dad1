import { Refusal, type RefusalKey } from './refusal.ts';

/** A zod schema, as far as it is used here. */
interface Schema<Input> {
  safeParse(value: unknown): { success: true; data: Input } | { success: false };
}

/** Validate: the body as the schema wants it. No body counts as an empty object. */
export async function readInput<Input>(
  request: Request,
  schema: Schema<Input>,
  otherwise: { status: number; key: RefusalKey },
): Promise<Input> {
  const text = await request.text();
  const parsed = schema.safeParse(parseJson(text === '' ? '{}' : text));
  if (!parsed.success) throw new Refusal(otherwise.status, otherwise.key);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
