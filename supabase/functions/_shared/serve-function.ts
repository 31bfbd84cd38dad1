import { Refusal } from './refusal.ts';

/**
 * Every function goes through the same steps, in this order: limit, authenticate, validate, authorise, act, present.
 * A step that says no throws a Refusal. Other errors reach the host, which logs them and answers 500.
 */
export function serveFunction(handle: (request: Request) => Promise<Response>) {
  return {
    async fetch(request: Request): Promise<Response> {
      try {
        return await handle(request);
      } catch (error) {
        if (error instanceof Refusal) return error.toResponse();
        throw error;
      }
    },
  };
}

/** Limit: the methods a function takes. The host bounds the size of the body and the time. */
export function requireMethod(request: Request, ...methods: string[]): void {
  if (!methods.includes(request.method)) throw new Refusal(405, 'method_not_allowed');
}
