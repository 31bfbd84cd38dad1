import type { ChangeNotices } from '../../caching/change-notices.ts';
import { FreshCache, type Made } from '../../caching/fresh-cache.ts';
import { readSources, type Sources } from '../../caching/sources.ts';
import { readSchema, readTarget } from '../request-target.ts';
import type { Answer } from '../respond.ts';
import type { RestSettings } from '../rest-request.ts';
import { keyOf } from '../schema/schema-cache.ts';

const MOST_ENTRIES = 5_000;
const MOST_BYTES = 32 * 1024 ** 2;
const MOST_ENTRY_BYTES = 512 * 1024;

/** Visitors' answers, kept until something changes that they were made from. */
export class AnswerCache {
  readonly #settings: RestSettings;
  readonly #changes: ChangeNotices;
  readonly #answers: FreshCache<Answer | undefined>;
  #sources: Sources | undefined;
  #reading = 0;

  constructor(changes: ChangeNotices, settings: RestSettings) {
    this.#settings = settings;
    this.#changes = changes;
    this.#answers = new FreshCache({
      name: 'rest',
      changes,
      mostEntries: MOST_ENTRIES,
      mostBytes: MOST_BYTES,
      mostEntryBytes: MOST_ENTRY_BYTES,
    });
  }

  /** Undefined while they are being read: nothing is kept meanwhile. */
  get sources(): Sources | undefined {
    return this.#sources;
  }

  find(key: string | undefined): Answer | undefined {
    return key === undefined ? undefined : this.#answers.find(key);
  }

  async get(key: string | undefined, request: Request, make: () => Promise<Answer>): Promise<Answer> {
    if (key === undefined || !this.#isKnown(request)) return make();
    let own: Answer | undefined;
    const shared = await this.#answers.get(key, async () => {
      own = await make();
      return toMade(own);
    });
    // A refusal, or what cannot be kept, is the answer to one request alone.
    if (shared === undefined) return own ?? make();
    return this.#answers.holds(key, shared) ? shared : { ...shared, dependencies: undefined };
  }

  /** After a failure nothing is kept until the next change of the schema. */
  async reload(): Promise<void> {
    const { database, anonRole: role, schemas } = this.#settings;
    this.#reading += 1;
    const reading = this.#reading;
    this.#sources = undefined;
    this.#changes.forgetAll();
    const sources = await readSources(database, { role, schemas }).catch(() => undefined);
    if (reading === this.#reading) this.#sources = sources;
  }

  /** Requests for anything else do not wait for each other. */
  #isKnown(request: Request): boolean {
    const { basePath, schemas } = this.#settings;
    try {
      const target = readTarget(new URL(request.url).pathname, basePath);
      if (target.kind === 'root') return false;
      const name = keyOf({ schema: readSchema(request, schemas), name: target.name });
      return this.#sources?.tablesOf(name) !== undefined;
    } catch {
      return false;
    }
  }
}

/** It is counted with a compressed copy. */
function toMade(answer: Answer): Made<Answer | undefined> {
  const { status, body, dependencies } = answer;
  if (dependencies === undefined || (status !== 200 && status !== 206))
    return { value: undefined, dependencies: undefined, bytes: 0, keep: false };
  return { value: answer, dependencies, bytes: body === null ? 0 : 1.5 * Buffer.byteLength(body) };
}
