import { RestError, tooMuch } from './errors.ts';
import { handleCall } from './handle-call.ts';
import { handleMutation } from './handle-mutation.ts';
import { handleOptions } from './handle-options.ts';
import { handleRead } from './handle-read.ts';
import { handleOpenApi } from './open-api.ts';
import { parseAccept } from './parse/parse-accept.ts';
import { parsePrefer } from './parse/parse-prefer.ts';
import { unsupportedMethod } from './refusals.ts';
import { readSchema, readTarget, type Target } from './request-target.ts';
import { type Answer, respondError } from './respond.ts';
import type { RestRequest } from './rest-request.ts';
import { keyOf } from './schema/schema-cache.ts';

/** Parses the request and runs it. */
export async function answerRequest(
  given: Omit<RestRequest, 'url' | 'schema' | 'media' | 'preferences'>,
): Promise<Answer> {
  const { settings, request, identity } = given;
  try {
    if (request.url.length > settings.limits.urlLength) throw tooMuch('The request URL is too long', 414);
    const url = new URL(request.url);
    const target = readTarget(url.pathname, settings.basePath);
    const available = {
      explain: settings.explain && identity.role === settings.serviceRole,
      toFeature: given.cache.toFeature,
    };
    const rest: RestRequest = {
      ...given,
      url,
      schema: readSchema(request, settings.schemas),
      media: parseAccept(target.kind === 'root' ? null : request.headers.get('accept'), available),
      preferences: parsePrefer(request.headers.get('prefer'), settings.allowRollback),
    };
    return await route(rest, target);
  } catch (error) {
    if (error instanceof RestError) return respondError(error, request.method === 'HEAD');
    throw error;
  }
}

function route(rest: RestRequest, target: Target): Answer | Promise<Answer> {
  const { method } = rest.request;
  if (method === 'OPTIONS') return handleOptions(rest, target);
  if (target.kind === 'root') {
    if (method === 'GET' || method === 'HEAD') return handleOpenApi(rest);
    throw unsupportedMethod(method);
  }
  if (target.kind === 'function') return handleCall(rest, target.name);
  const table = rest.cache.tables.get(keyOf({ schema: rest.schema, name: target.name }));
  if (method === 'GET' || method === 'HEAD') return handleRead(rest, table, target.name);
  if (['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)) return handleMutation(rest, table, target.name);
  throw unsupportedMethod(method);
}
