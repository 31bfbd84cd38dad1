import type { CDPSession, Page } from '@playwright/test';

/** Chromium's own authenticator in software, as a phone or computer with a fingerprint reader has one. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async add(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether it recognises its owner's finger. */
  async setRecognised(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }

  async count(): Promise<number> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return credentials.length;
  }
}
