import { randomUUID } from 'node:crypto';
import type { Mail, Message } from './mail.ts';

export interface StoredEmail extends Message {
  id: string;
  sent_at: string;
}

const MAX_STORED = 200;

/** The demo's mail: nothing is sent; the newest emails are shown at /_mail. */
export class Outbox implements Mail {
  readonly #emails: StoredEmail[] = [];

  async send(message: Message): Promise<void> {
    this.#emails.unshift({ id: randomUUID(), sent_at: new Date().toISOString(), ...message });
    this.#emails.length = Math.min(this.#emails.length, MAX_STORED);
  }

  async checkConnection(): Promise<void> {}

  /** Newest first. */
  list(): readonly StoredEmail[] {
    return this.#emails;
  }

  find(id: string): StoredEmail | undefined {
    return this.#emails.find((message) => message.id === id);
  }
}
