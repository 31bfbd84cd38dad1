import { callerAddress } from '../_shared/caller.ts';
import { anonymousClient, type Client } from '../_shared/clients.ts';
import { Refusal } from '../_shared/refusal.ts';

/** The caller with a session of this moment, which proves that they know the password. */
export async function signInAgain(request: Request, password: string): Promise<Client> {
  const token = request.headers.get('authorization')?.replace(/^bearer\s+/i, '');
  const client = anonymousClient(callerAddress(request));
  const { data } = await client.auth.getUser(token);
  const email = data.user?.email;
  if (!email) throw new Refusal(403, 'password_wrong');
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (!error) {
    if (!(await needsSecondFactor(client))) return client;
    await client.auth.signOut({ scope: 'local' });
    throw new Refusal(403, 'second_factor_needed');
  }
  throw error.status === 429 ? new Refusal(429, 'too_many_tries') : new Refusal(403, 'password_wrong');
}

/** Then the password alone is not enough: the caller shows the factor in their own session. */
async function needsSecondFactor(client: Client): Promise<boolean> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel !== data?.currentLevel;
}
