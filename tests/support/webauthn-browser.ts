import { vi } from 'vitest';
import type { CreationOptions, RequestOptions, SoftwareAuthenticator } from './software-authenticator.ts';

/** A credential as a browser returns it, with the JSON form of WebAuthn level 3. */
class BrowserCredential {
  static parseCreationOptionsFromJSON = (options: object) => options;
  static parseRequestOptionsFromJSON = (options: object) => options;
  readonly #json: object;

  constructor(json: object) {
    this.#json = json;
  }

  toJSON(): object {
    return this.#json;
  }
}

/** Lets the client's own WebAuthn methods run here: what it takes for a browser answers with this authenticator. */
export function stubWebAuthn(authenticator: SoftwareAuthenticator): void {
  vi.stubGlobal('PublicKeyCredential', BrowserCredential);
  vi.stubGlobal('document', {});
  const { hostname, origin } = new URL(authenticator.origin);
  vi.stubGlobal('window', { PublicKeyCredential: BrowserCredential, location: { hostname, origin } });
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: { publicKey: CreationOptions }) =>
        new BrowserCredential(authenticator.create(publicKey)),
      get: async ({ publicKey }: { publicKey: RequestOptions }) =>
        new BrowserCredential(authenticator.get(publicKey)),
    },
  });
}
