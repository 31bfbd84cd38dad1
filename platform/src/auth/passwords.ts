import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import { AuthError } from './errors.ts';

const ARGON2ID = 2;
/** OWASP's advice for argon2id: 19 MiB, two passes. GoTrue accepts these hashes too. */
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LONGEST_QUEUE = 200;

/** Hashing runs on libuv's threads; never more at once than there are cores, or everything else starves. */
export class Passwords {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #nobodys: Promise<string> | undefined;

  constructor(places: number = Math.max(1, availableParallelism() - 1)) {
    this.#places = places;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => argon2Hash(password, COST));
  }

  /**
   * Without a stored hash (no such account, or one without a password) the same work is done for nobody,
   * so that the time it takes does not tell who has an account.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    if (!stored) {
      this.#nobodys ??= this.hash('nobody');
      const nobodys = await this.#nobodys;
      await this.#inTurn(() => argon2Verify(nobodys, password));
      return false;
    }
    return this.#inTurn(() => compare(password, stored));
  }

  /** Imported accounts come with bcrypt; they move to the better hash when their owner signs in. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(
      `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`,
    );
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#places) {
      if (this.#waiting.length >= LONGEST_QUEUE) {
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
      // The place passes straight to the next in line.
      if (next) next();
      else this.#busy -= 1;
    }
  }
}

/** Both libraries compare in constant time. A hash of an unknown kind matches nothing. */
async function compare(password: string, stored: string): Promise<boolean> {
  try {
    if (stored.startsWith('$argon2')) return await argon2Verify(stored, password);
    if (/^\$2[abxy]\$/.test(stored)) return await bcryptVerify(password, stored);
    return false;
  } catch {
    return false;
  }
}
