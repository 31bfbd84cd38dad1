import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that records what it receives. */
export class MailServer {
  readonly received: Email[] = [];
  readonly #server: SMTPServer;
  #down = false;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => done(this.#down ? new Error('out of order') : null),
      onData: (stream, _session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(parts)).then((mail) => {
            this.received.push(mail);
            done();
          }, done);
        });
      },
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Refuses connections while the function runs. */
  async whileDown<T>(work: () => Promise<T>): Promise<T> {
    this.#down = true;
    return work().finally(() => {
      this.#down = false;
    });
  }

  to(address: string): Email[] {
    return this.received.filter((mail) => mail.to?.some((recipient) => recipient.address === address));
  }

  /** The newest message to this address: its link and its code. */
  last(address: string): { mail: Email; link: URL; code: string } {
    return this.#read(this.to(address).at(-1), address);
  }

  /** As `last`, leaving out notices, which are sent in the background and can arrive later. */
  lastWithCode(address: string): { mail: Email; link: URL; code: string } {
    const mails = this.to(address).filter((mail) => this.#read(mail, address).code !== '');
    return this.#read(mails.at(-1), address);
  }

  #read(mail: Email | undefined, address: string): { mail: Email; link: URL; code: string } {
    if (!mail) throw new Error(`no mail for ${address}`);
    const text = mail.text ?? '';
    const link = /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
    const code = /\b\d{6}\b/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0];
    return { mail, link: new URL(link ?? 'http://no.link'), code: code ?? '' };
  }
}
