export interface Message {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Names this letter for ever: whoever gets it twice can tell that it is the same one. */
  id?: string;
  /** The person whose words these are: answers go to them. */
  replyTo?: { name: string; address: string };
}

/** Carries mail. Two kinds: over SMTP, and into the demo's outbox. */
export interface Mail {
  /** Resolves when the message is handed over; rejects when it is not. */
  send(message: Message): Promise<void>;
  /** Goes as far as `send` without sending: what it costs to write to nobody. */
  reach(): Promise<void>;
}
