import { randomUUID } from 'node:crypto';
import type { Mail, Message } from './mail.ts';

export interface Kept extends Message {
  id: string;
  sent_at: string;
}

const KEPT = 200;

/** The demo's mail: nothing leaves the house, the newest letters can be read at /_mail. */
export class Outbox implements Mail {
  readonly #kept: Kept[] = [];

  async send(message: Message): Promise<void> {
    this.#kept.unshift({ id: randomUUID(), sent_at: new Date().toISOString(), ...message });
    this.#kept.length = Math.min(this.#kept.length, KEPT);
  }

  async reach(): Promise<void> {}

  /** Newest first. */
  list(): readonly Kept[] {
    return this.#kept;
  }

  find(id: string): Kept | undefined {
    return this.#kept.find((message) => message.id === id);
  }
}
