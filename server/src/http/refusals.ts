import type { IncomingMessage } from 'node:http';
import { RequestError } from '@hono/node-server';
import { en } from '@lakou/contract/errors/en';
import { es } from '@lakou/contract/errors/es';
import { fr } from '@lakou/contract/errors/fr';
import { ht } from '@lakou/contract/errors/ht';
import { log } from '../log.ts';
import { requestId } from './request-id.ts';

/** Until the application is ready. */
export function serviceUnavailable(request_id: string): Response {
  log.error({ request_id, status: 503, err: new Error('the server is starting') }, 'request failed');
  return refusal(
    503,
    {
      error: 'starting',
      status: 'starting',
      message: 'Lakou is starting. Please try again in a moment.',
      request_id,
    },
    2,
  );
}

export function tooManyRequests(seconds: number, request_id: string): Response {
  const message = 'Too many requests from this address. Please wait a moment.';
  return refusal(429, { error: 'too_many_requests', message, request_id }, seconds);
}

const BUSY_PAGE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lakou</title>
<p lang="ht">${ht.service_busy}</p><p lang="fr">${fr.service_busy}</p><p lang="en">${en.service_busy}</p><p lang="es">${es.service_busy}</p>`;

/** There is too much to do. Not logged one by one. */
export function serviceBusy(seconds: number, incoming: IncomingMessage): Response {
  if (!incoming.headers.accept?.includes('text/html'))
    return refusal(
      503,
      { error: 'service_busy', message: en.service_busy, request_id: requestId(incoming) },
      seconds,
    );
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': `${seconds}`,
  };
  return new Response(BUSY_PAGE, { status: 503, headers });
}

/** An invalid address, or an error that the application did not answer. */
export function answerUncaught(error: unknown, request_id: string | undefined): Response {
  if (error instanceof RequestError) {
    return refusal(400, { error: 'bad_request', message: 'This is not a web address.' });
  }
  log.error({ request_id, status: 500, err: error }, 'request failed');
  return refusal(500, { error: 'internal', message: 'Something went wrong on our side.', request_id });
}

/** Readable from every origin. */
function refusal(status: number, body: object, retryAfter?: number): Response {
  const headers = {
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return Response.json(body, { status, headers });
}
