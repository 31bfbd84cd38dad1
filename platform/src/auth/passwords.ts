import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { AuthError } from './errors.ts';

const ARGON2ID = 2;
/** OWASP's recommendation for argon2id: 19 MiB, two passes. GoTrue accepts these hashes too. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_QUEUE_LENGTH = 200;

/** Hashing runs on libuv's thread pool, with fewer jobs than cores so that file access does not wait for it. */
export class Passwords {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #placeholder: Promise<string> | undefined;

  constructor(places: number = Math.max(1, availableParallelism() - 1)) {
    this.#places = places;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => argon2Hash(password, COST));
  }

  /**
   * Without a stored hash (no such account, or one without a password) the same work is done, so that the response time
   * does not reveal who has an account.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    if (!stored) {
      this.#placeholder ??= this.hash('placeholder');
      const nobodys = await this.#placeholder;
      await this.#inTurn(() => argon2Verify(nobodys, password));
      return false;
    }
    return this.#inTurn(() => compare(password, stored));
  }

  /** Imported accounts have bcrypt hashes, which are replaced at the next sign-in. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(
      `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`,
    );
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#places) {
      if (this.#waiting.length >= MAX_QUEUE_LENGTH) {
        throw new AuthError(
          503,
          'request_timeout',
          'Too many sign-ins at once, please try again in a moment',
        );
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#busy += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot goes to the next in the queue.
      if (next) next();
      else this.#busy -= 1;
    }
  }
}

/** Both libraries compare in constant time. An unknown hash format matches nothing. */
async function compare(password: string, stored: string): Promise<boolean> {
  try {
    if (stored.startsWith('$argon2')) return await argon2Verify(stored, password);
    if (/^\$2[abxy]\$/.test(stored)) return await bcryptVerify(password, stored);
    return false;
  } catch {
    return false;
  }
}
