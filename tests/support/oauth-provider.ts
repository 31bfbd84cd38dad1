import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
}

/** Wrong claims and keys of a provider that lies or is impersonated. */
export interface ProviderFaults {
  nonce?: string;
  aud?: string;
  iss?: string;
  exp?: number;
  foreignKey?: boolean;
  withoutIdToken?: boolean;
}

interface Grant {
  query: Record<string, string>;
  person: ProviderPerson;
}

const CLIENT = { id: 'lakou-client', secret: 'lakou-secret' };

/**
 * A small provider with Google's protocol (OpenID Connect with discovery, published keys, code and PKCE) and
 * Facebook's (a dialog and the Graph API). Everybody who signs in is `person` and consents.
 */
export class OAuthProvider {
  person: ProviderPerson = { sub: 'nobody' };
  faults: ProviderFaults = {};
  /** The query of every authorization request. */
  readonly authorizations: Record<string, string>[] = [];
  /** Requests to the Graph API. */
  readonly profiles: { query: Record<string, string>; authorization: string | undefined }[] = [];
  url = '';
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, Grant>();
  #key: CryptoKey | undefined;
  #foreignKey: CryptoKey | undefined;
  #jwk: JWK = {};
  readonly #app = new Hono();
  readonly #server = createServer(getRequestListener(this.#app.fetch));

  async start(): Promise<void> {
    const pair = await generateKeyPair('RS256', { extractable: true });
    this.#key = pair.privateKey;
    this.#jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    this.#foreignKey = (await generateKeyPair('RS256')).privateKey;
    this.#serveOpenId();
    this.#serveGraph();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The server's settings for this provider. */
  get settings() {
    const { id, secret } = CLIENT;
    return {
      google: { clientIds: [id, 'lakou-app'] as [string, ...string[]], secret, issuer: this.url },
      facebook: {
        clientId: id,
        secret,
        dialogUrl: `${this.url}/facebook`,
        graphUrl: `${this.url}/graph`,
      },
    };
  }

  /** An ID token as an app gets it directly from the provider. */
  async idToken(person: ProviderPerson, claims: Record<string, unknown> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: this.url, aud: CLIENT.id, iat: now, exp: now + 3600, ...person, ...claims };
    const key = this.faults.foreignKey ? this.#foreignKey : this.#key;
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key!);
  }

  #serveOpenId(): void {
    this.#app.get('/.well-known/openid-configuration', (context) =>
      context.json({
        issuer: this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        userinfo_endpoint: `${this.url}/userinfo`,
        jwks_uri: `${this.url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }),
    );
    this.#app.get('/keys', (context) => context.json({ keys: [this.#jwk] }));
    this.#app.get('/authorize', (context) => context.redirect(this.#authorize(context.req.query())));
    this.#app.post('/token', async (context) => {
      const form = new URLSearchParams(await context.req.text());
      const grant = this.#exchange(form);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!grant || grant.query.code_challenge !== challenge) {
        return context.json({ error: 'invalid_grant' }, 400);
      }
      const { withoutIdToken, foreignKey: _key, ...claims } = this.faults;
      const { email: _email, email_verified: _verified, ...nameless } = grant.person;
      const access_token = randomUUID();
      this.#tokens.set(access_token, grant);
      const person = withoutEmail(grant.person) ? nameless : grant.person;
      const id_token = await this.idToken(person, { nonce: grant.query.nonce, ...claims });
      return context.json({
        access_token,
        token_type: 'Bearer',
        expires_in: 3600,
        ...(grant.query.access_type === 'offline' ? { refresh_token: `refresh-${access_token}` } : {}),
        ...(withoutIdToken ? {} : { id_token }),
      });
    });
    this.#app.get('/userinfo', (context) => {
      const token = context.req.header('authorization')?.split(' ')[1] ?? '';
      const grant = this.#tokens.get(token);
      return grant ? context.json(grant.person) : context.json({ error: 'invalid_token' }, 401);
    });
  }

  #serveGraph(): void {
    this.#app.get('/facebook/dialog/oauth', (context) =>
      context.redirect(this.#authorize(context.req.query())),
    );
    this.#app.post('/graph/oauth/access_token', async (context) => {
      const grant = this.#exchange(new URLSearchParams(await context.req.text()));
      if (!grant) return context.json({ error: { type: 'OAuthException', code: 100 } }, 400);
      const access_token = randomUUID();
      this.#tokens.set(access_token, grant);
      return context.json({ access_token, token_type: 'bearer', expires_in: 5_184_000 });
    });
    this.#app.get('/graph/me', (context) => {
      const authorization = context.req.header('authorization');
      const query = context.req.query();
      this.profiles.push({ query, authorization });
      const token = authorization?.split(' ')[1] ?? '';
      const grant = this.#tokens.get(token);
      const proof = createHmac('sha256', CLIENT.secret).update(token).digest('hex');
      if (!grant || query.appsecret_proof !== proof) {
        return context.json({ error: { type: 'GraphMethodException', code: 100 } }, 400);
      }
      const { sub: id, name, email, picture } = grant.person;
      return context.json({ id, name, email, ...(picture ? { picture: { data: { url: picture } } } : {}) });
    });
  }

  #authorize(query: Record<string, string>): string {
    this.authorizations.push(query);
    const code = randomUUID();
    this.#grants.set(code, { query, person: this.person });
    const back = new URL(query.redirect_uri ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.state ?? '');
    return back.href;
  }

  /** A code works once, for the client and redirect address it was issued to. */
  #exchange(form: URLSearchParams): Grant | undefined {
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const right =
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret &&
      form.get('redirect_uri') === grant?.query.redirect_uri;
    return right ? grant : undefined;
  }
}

/** Some providers return the email address from /userinfo only. */
function withoutEmail({ sub }: ProviderPerson): boolean {
  return sub.startsWith('shy-');
}
