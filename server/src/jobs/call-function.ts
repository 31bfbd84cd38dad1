import type { JobContext } from './job.ts';

/** Calls a function of supabase/functions with the service key, so that the same code works on Supabase. */
export async function callFunction<Answer>(
  { ownUrl, platform, signal }: JobContext,
  name: string,
  input: object,
): Promise<Answer> {
  const answer = await fetch(`${ownUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.keys.serviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}
