import type { Operation } from './auth.ts';
import { AuthError } from './errors.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';

/** GET /settings: what a sign-in page can offer. */
export const publicSettings: Operation = ({ settings, sms }, context) => {
  context.header('cache-control', 'no-cache');
  return context.json({
    external: {
      anonymous_users: settings.anonymousSignIn,
      apple: false,
      azure: false,
      bitbucket: false,
      discord: false,
      facebook: settings.providers.facebook !== undefined,
      figma: false,
      fly: false,
      github: false,
      gitlab: false,
      google: settings.providers.google !== undefined,
      keycloak: false,
      kakao: false,
      linkedin: false,
      linkedin_oidc: false,
      notion: false,
      spotify: false,
      slack: false,
      slack_oidc: false,
      workos: false,
      twitch: false,
      twitter: false,
      email: true,
      phone: sms !== undefined,
      zoom: false,
    },
    disable_signup: !settings.signUpOpen,
    mailer_autoconfirm: !settings.confirmEmail,
    phone_autoconfirm: !settings.confirmPhone,
    sms_provider: sms ? 'custom' : '',
    saml_enabled: false,
    passkeys_enabled: relyingPartyOf(settings.url) !== undefined,
  });
};

/** GET /health */
export const health: Operation = (_auth, context) => {
  context.header('cache-control', 'no-store');
  return context.json({
    version: 'v2',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
};

/** GET /.well-known/jwks.json: the public keys. The official client caches them for the same ten minutes. */
export const publicKeys: Operation = ({ keys }, context) => {
  context.header('cache-control', 'public, max-age=600');
  return context.json(keys.jwks);
};

/** POST /sso: not supported. */
export const singleSignOn: Operation = () => {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
};

/** /oauth/*, and the same for users and admins: this server is no OAuth provider for other services. */
export const oauthServer: Operation = () => {
  throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
};

/** /factors/recovery-codes: not supported; an application can have codes of its own, as `signInFunctions` of the platform. */
export const recoveryCodes: Operation = () => {
  throw new AuthError(404, 'feature_disabled', 'MFA recovery codes are disabled');
};

/** /admin/custom-providers: providers are configured in the settings only. */
export const customProviders: Operation = () => {
  throw new AuthError(404, 'feature_disabled', 'Custom OAuth providers are disabled');
};
