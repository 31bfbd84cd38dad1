import { withDependencies } from '../caching/dependencies.ts';
import { withCause } from '../log-failures.ts';
import { matchesEntityTag, tagFor } from './entity-tag.ts';
import type { Answer } from './respond.ts';

/** The response to this request: the client may have the same rows already. */
export function toResponse(answer: Answer, request: Request): Response {
  const { status, headers, body } = tagged(answer, request);
  const response = new Response(body as BodyInit | null, { status, headers });
  if (answer.cause !== undefined) return withCause(response, answer.cause);
  return withDependencies(response, answer.dependencies);
}

function tagged(answer: Answer, request: Request): Answer {
  const etag = tagFor((name) => request.headers.has(name), answer);
  if (etag === undefined) return answer;
  const headers: Answer['headers'] = { ...answer.headers, etag };
  if (!matchesEntityTag(request.headers.get('if-none-match'), etag)) return { ...answer, headers };
  const { 'content-length': _, ...others } = headers;
  return { status: 304, headers: others, body: null };
}
