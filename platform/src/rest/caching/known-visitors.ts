import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '../../database/database.ts';
import { visitorClaims } from './answer-key.ts';

/** There are few keys that visitors use. */
const MOST = 100;
const LONGEST = 4096;

/** The claims of visitors by the keys that they send, which were verified before. */
export class KnownVisitors {
  readonly #known = new Map<string, { claims: string; until: number }>();

  remember(headers: Headers, identity: Identity): void {
    const claims = visitorClaims(identity, 'anon');
    const key = sent(headers.get('apikey'), headers.get('authorization'));
    if (claims === undefined || key.length > LONGEST) return;
    const until =
      typeof identity.claims?.exp === 'number' ? identity.claims.exp * 1000 : Number.POSITIVE_INFINITY;
    this.#known.set(key, { claims, until });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
  }

  /** Undefined for everybody who is not known to be a visitor. */
  find({ apikey, authorization }: IncomingHttpHeaders): string | undefined {
    const known = this.#known.get(sent(apikey, authorization));
    return known !== undefined && known.until > Date.now() ? known.claims : undefined;
  }
}

function sent(
  apikey: string | string[] | undefined | null,
  authorization: string | undefined | null,
): string {
  return `${apikey ?? ''}\n${authorization ?? ''}`;
}
