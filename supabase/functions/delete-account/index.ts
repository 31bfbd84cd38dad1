import { errorMessages, isErrorKey } from '@lakou/contract/errors';
import { asCaller } from '../_shared/caller.ts';
import { asService } from '../_shared/service.ts';
import { deletePerson } from './delete-person.ts';
import { verifyPassword } from './verify-password.ts';

/**
 * Deletes the caller's account, or, for admins, that of `user_id`. Own accounts need a fresh proof: a sign-in or second
 * factor of the last minutes, or the `password` here. Refusals carry the key of their sentence.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(405, 'use_post');
    const { user_id, password } = await readInput(request);
    const anew = password === undefined ? undefined : await verifyPassword(request, password);
    if (typeof anew === 'string') return refusal(anew === 'too_many_tries' ? 429 : 403, anew);
    try {
      const { data: person, error } = await (anew ?? asCaller(request)).rpc(
        'can_delete_account',
        user_id === undefined ? {} : { person: user_id },
      );
      if (error) return refusal(error.code === '23503' ? 409 : 403, error.hint || error.code);
      await deletePerson(asService(), person);
      return Response.json({ deleted: person });
    } finally {
      // Where nothing was deleted, the proof must not stay behind as one more signed-in device.
      await anew?.auth.signOut({ scope: 'local' });
    }
  },
};

async function readInput(request: Request): Promise<{ user_id?: string; password?: string }> {
  const wish = (await request.json().catch(() => ({}))) as Record<string, unknown> | null;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const [user_id, password] = [text(wish?.user_id), text(wish?.password)];
  return { ...(user_id ? { user_id } : {}), ...(password ? { password } : {}) };
}

function refusal(status: number, key: string): Response {
  const message = isErrorKey(key) ? errorMessages.en[key] : 'The account could not be deleted';
  return Response.json({ code: key, message }, { status });
}
