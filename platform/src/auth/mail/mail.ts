export interface Message {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The Message-ID, so that a mail program recognizes a duplicate. */
  id?: string;
  /** The author, who gets the replies. */
  replyTo?: { name: string; address: string };
}

/** Sends emails: over SMTP, or into the demo's outbox. */
export interface Mail {
  /** Resolves when the mail server has accepted the message. */
  send(message: Message): Promise<void>;
  /** Takes about as long as `send`, without sending. */
  checkConnection(): Promise<void>;
}
