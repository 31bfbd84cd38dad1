import type { Classified } from './classified.ts';

/** Methods of `@supabase/auth-js`. */
export const auth: Classified = {
  GoTrueClient: [
    [
      'signUp',
      'works',
      'registers by email or number; confirmed by a link or code where the settings ask for it',
      'auth/sign-up',
    ],
    ['signInAnonymously', 'works', 'where `AUTH_ANONYMOUS` allows it', 'auth/sign-up'],
    ['signInWithPassword', 'works', 'by email or number', 'auth/sessions'],
    [
      'signInWithOAuth',
      'works',
      'Google and Facebook; other providers are answered as not enabled',
      'auth/oauth',
    ],
    ['signInWithIdToken', 'works', 'Google and Facebook', 'auth/oauth-id-token'],
    [
      'signInWithOtp verifyOtp',
      'works',
      'links and codes by email; codes by text where there is a provider',
      'auth/links',
    ],
    ['signInWithPasskey registerPasskey', 'works', 'WebAuthn in the browser', 'auth/passkeys-client'],
    ['signInWithSSO', 'refused', '`saml_provider_disabled`', 'auth/sessions'],
    ['signInWithWeb3', 'refused', '`web3_provider_disabled`', 'auth/not-offered'],
    ['exchangeCodeForSession', 'works', 'PKCE', 'auth/oauth'],
    ['reauthenticate', 'works', 'sends a nonce', 'auth/account'],
    ['resend', 'works', 'within the limits for messages', 'auth/account'],
    [
      'resetPasswordForEmail',
      'works',
      'the same answer for known and unknown addresses',
      'auth/emailed-links',
    ],
    ['getUser updateUser', 'works', 'metadata, password, email, number', 'auth/account'],
    ['setSession', 'works', 'a session from elsewhere', 'auth/oauth'],
    ['refreshSession', 'works', 'refresh tokens rotate; reuse ends the session', 'auth/sessions'],
    ['signOut', 'works', 'scopes global, local and others', 'auth/sessions'],
    [
      'getClaims',
      'works',
      'verified with the published ES256 and RS256 keys; HS256 tokens are asked about',
      'auth/identity-settings',
    ],
    [
      'getUserIdentities linkIdentity unlinkIdentity',
      'works',
      'linking can be turned off',
      'auth/identities',
    ],
    ['initialize onAuthStateChange', 'client', 'events of the session', 'auth/not-offered'],
    ['getSession', 'client', 'the stored session, refreshed if it has expired', 'auth/account'],
    [
      'startAutoRefresh stopAutoRefresh dispose isThrowOnErrorEnabled',
      'client',
      'timers and options of the client',
    ],
  ],
  GoTrueMFAApi: [
    ['enroll unenroll challenge verify', 'works', 'TOTP, phone and WebAuthn', 'auth/factors'],
    [
      'challengeAndVerify listFactors getAuthenticatorAssuranceLevel',
      'works',
      'one call for two; what the session has shown',
      'auth/factors',
    ],
  ],
  AuthMFARecoveryCodesApi: [
    [
      'getStatus generate verify regenerate unenroll',
      'refused',
      '`feature_disabled`; Lakou has codes of its own in the database',
      'auth/not-offered',
    ],
  ],
  AuthPasskeyApi: [
    [
      'startRegistration verifyRegistration startAuthentication verifyAuthentication',
      'works',
      'the steps of a passkey',
      'auth/passkeys-client',
    ],
    ['list update delete', 'works', 'a member’s own passkeys', 'auth/passkeys-client'],
  ],
  AuthOAuthServerApi: [
    [
      'getAuthorizationDetails approveAuthorization denyAuthorization listGrants revokeGrant',
      'refused',
      '`feature_disabled`: this is no OAuth server for others',
      'auth/not-offered',
    ],
  ],
  GoTrueAdminApi: [
    [
      'createUser getUserById listUsers updateUserById deleteUser',
      'works',
      'for `service_role` and `supabase_admin`',
      'auth/admin',
    ],
    ['inviteUserByEmail generateLink', 'works', 'links of all types', 'auth/admin'],
    ['signOut', 'works', 'ends sessions of the token’s user', 'auth/admin'],
  ],
  GoTrueAdminMFAApi: [
    ['listFactors deleteFactor', 'works', 'for a user who lost their device', 'auth/admin'],
  ],
  GoTrueAdminPasskeyApi: [
    ['listPasskeys deletePasskey', 'works', 'a user’s passkeys', 'auth/passkeys-client'],
  ],
  GoTrueAdminOAuthApi: [
    [
      'listClients createClient getClient updateClient deleteClient regenerateClientSecret',
      'refused',
      '`feature_disabled`',
      'auth/not-offered',
    ],
  ],
  GoTrueAdminCustomProvidersApi: [
    [
      'listProviders createProvider getProvider updateProvider deleteProvider',
      'refused',
      '`feature_disabled`: providers are in the settings',
      'auth/not-offered',
    ],
  ],
};
