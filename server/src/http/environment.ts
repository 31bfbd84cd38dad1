import type { HttpBindings } from '@hono/node-server';

/** What every handler of this server gets with a request. */
export type Environment = {
  Bindings: HttpBindings & {
    /** Where the request comes from. */
    address: string;
    /** Counts this request against its address's limit; how many seconds the address has to wait, or 0. */
    countRequest(): number;
  };
};
