import type { Operation } from './auth.ts';
import { AuthError } from './errors.ts';
import { grantPassword } from './grant-password.ts';
import { grantPkce } from './grant-pkce.ts';
import { grantRefreshToken } from './grant-refresh-token.ts';
import { grantIdToken } from './oauth/grant-id-token.ts';

const grants = new Map<string, Operation>([
  ['password', grantPassword],
  ['refresh_token', grantRefreshToken],
  ['pkce', grantPkce],
  ['id_token', grantIdToken],
]);

/** POST /token: dispatches by `grant_type`. */
export const token: Operation = (auth, context) => {
  const type = context.req.query('grant_type') ?? '';
  const grant = grants.get(type);
  if (grant) return grant(auth, context);
  if (type === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
};
