import { DataError } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

/** Calls one of our functions; a refusal is thrown with its error key, a lost connection as the browser named it. */
export async function callFunction<Answer>(name: string, body: object = {}): Promise<Answer> {
  const { functions } = await supabase();
  const { data, error } = await functions.invoke(name, { body });
  if (!error) return data as Answer;
  const { context } = error as { context?: unknown };
  if (!(context instanceof Response)) throw context instanceof Error ? context : error;
  const { code = '', message = '' } = (await context.json().catch(() => ({}))) as Record<string, string>;
  throw new DataError(context.status, { message, code, hint: code });
}

/** The server no longer takes us for who we were, and the page has not heard of it yet. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof DataError && (error.status === 401 || error.hint === 'not_authenticated');
}
