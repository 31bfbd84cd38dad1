import type { HttpBindings } from '@hono/node-server';

/** What every handler of this server gets with a request. */
export type Environment = { Bindings: HttpBindings };
