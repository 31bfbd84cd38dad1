import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieHeader } from '../../web/src/lib/cookies.ts';
import { writeHint } from '../../web/src/lib/session-hint.ts';
import type { Tally } from './tally.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export interface World {
  url: string;
  anonKey: string;
  /** A free film with a stream. */
  film(): string;
  /** Films that can be bought. */
  sold: string[];
  topics: string[];
  paths: string[];
  /** Uploaded by members. */
  portrait: Buffer;
  /** Uploaded by editors; without it there are none. */
  video: Buffer | undefined;
}

export interface PersonOptions extends Omit<VisitorOptions, 'url'> {
  /** How many times as fast as real people they think, read and watch. */
  pace: number;
}

interface Account {
  email: string;
  password: string;
}

/** Somebody in a browser, until they leave. */
export class Person {
  readonly visitor: Visitor;
  readonly world: World;
  readonly tally: Tally;
  readonly pace: number;
  readonly #leaving = new AbortController();
  userId: string | undefined;

  constructor(world: World, { pace, ...options }: PersonOptions) {
    this.world = world;
    this.pace = pace;
    this.tally = options.tally;
    this.visitor = new Visitor({ ...options, url: world.url });
  }

  get hasLeft(): boolean {
    return this.#leaving.signal.aborted;
  }

  leave(): void {
    this.#leaving.abort();
    this.visitor.close();
  }

  /** So many milliseconds of theirs. Throws when they leave meanwhile. */
  async wait(ms: number): Promise<void> {
    await sleep(ms / this.pace, undefined, { signal: this.#leaving.signal });
  }

  /** Thinking and reading times differ. */
  async pause(ms: number): Promise<void> {
    await this.wait(ms * (0.5 + Math.random()));
  }

  async signUp(): Promise<void> {
    const account = { email: `${randomUUID()}@egzanp.test`, password: 'yon-modpas-ki-long' };
    await this.#enter('/auth/v1/signup', account, false);
  }

  async signIn(account: Account): Promise<void> {
    await this.#enter('/auth/v1/token?grant_type=password', account, true);
  }

  async #enter(path: string, account: Account, admin: boolean): Promise<void> {
    const headers = { apikey: this.world.anonKey };
    this.visitor.token = undefined;
    const answer = await this.visitor.post('write', path, account, { headers });
    const { access_token, user } = JSON.parse(answer.body.toString()) as {
      access_token?: string;
      user: { id: string };
    };
    if (!access_token)
      throw new Error('accounts have to be confirmed: start the server with AUTH_CONFIRM_EMAIL=no');
    this.visitor.token = access_token;
    this.userId = user.id;
    // Only the app writes it; pages that need an account are empty without it.
    this.visitor.setCookie(cookieHeader({ hint: writeHint({ signedIn: true, admin, subscribed: false }) }));
  }

  /** A page as a document, and what the app asks after it for every member. */
  async open(path: string): Promise<void> {
    await this.visitor.send('page', path);
    if (this.userId === undefined) return;
    const headers = { apikey: this.world.anonKey };
    await Promise.all([
      this.visitor.post('api', '/rest/v1/rpc/is_admin', {}, { headers }),
      this.visitor.post('api', '/functions/v1/check-subscription', {}, { headers }),
    ]);
  }
}
