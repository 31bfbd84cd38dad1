import type { IncomingMessage } from 'node:http';
import type { ChangeNotices } from '../caching/change-notices.ts';
import type { Database, Identity } from '../database/database.ts';
import type { Lane } from '../database/lanes.ts';
import { type Admission, Admissions } from './admission/admission.ts';
import { answerRequest } from './answer-request.ts';
import { AnswerCache } from './caching/answer-cache.ts';
import { keyOfIncoming, keyOfRequest, visitorClaims } from './caching/answer-key.ts';
import { type Send, sendAnswer } from './caching/send-answer.ts';
import { preflight } from './cors.ts';
import { mergeLimits, type RestLimitOptions } from './limits.ts';
import type { Answer } from './respond.ts';
import type { RestSettings } from './rest-request.ts';
import { SchemaReloader } from './schema/schema-reloader.ts';
import { toResponse } from './to-response.ts';

export interface RestOptions {
  database: Database;
  /** Exposed schemas; the first is the default. */
  schemas?: readonly string[];
  extraSearchPath?: readonly string[];
  limits?: RestLimitOptions;
  /** Keeps visitors' answers until what they show changes. Without it nothing is kept. */
  changes?: ChangeNotices;
  /** Allows `amount.sum()` and the like. Counting embedded rows is always allowed. */
  aggregates?: boolean;
  /** Return query plans to the service role on request. They tell about rows that policies hide. */
  explain?: boolean;
  /** Honour `Prefer: tx=rollback`. */
  allowRollback?: boolean;
  basePath?: string;
  anonRole?: string;
  serviceRole?: string;
}

interface HandleOptions {
  /** Where the request came from: what its statements are counted by. Without it, a caller inside this process. */
  address?: string;
  /** Default: `service` for the service role, else `api`. */
  lane?: Lane;
}

export interface Rest {
  /** Handles one request for a verified identity. */
  handle(request: Request, identity: Identity, options?: HandleOptions): Promise<Response>;
  /** Sends the answer to a visitor with these claims, if it is kept and ready. */
  find(incoming: IncomingMessage, claims: string): Send | undefined;
  /** For what else clients ask of the database. Undefined for the service role, which is not counted. */
  admit(identity: Identity, address: string, signal: AbortSignal): Admission | undefined;
  /** Reads the schema again. Call it after migrations. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** PostgREST's protocol over a database. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { database } = options;
  const settings: RestSettings = {
    database,
    schemas: options.schemas ?? ['public'],
    extraSearchPath: options.extraSearchPath ?? ['public', 'extensions'],
    limits: mergeLimits(options.limits, database.kind),
    aggregates: options.aggregates ?? false,
    explain: options.explain ?? false,
    allowRollback: options.allowRollback ?? false,
    basePath: options.basePath ?? '/rest/v1',
    anonRole: options.anonRole ?? 'anon',
    serviceRole: options.serviceRole ?? 'service_role',
  };
  const { schemas, extraSearchPath, limits, anonRole } = settings;
  const { changes } = options;
  // What was made with the schema as it was before is not kept.
  const onReload = () => changes?.forgetAll();
  const reloader = await SchemaReloader.start(database, { schemas, extraSearchPath, onReload });
  const admissions = new Admissions(limits, anonRole);
  const answers = changes && new AnswerCache(changes, settings);
  changes?.onSchemaChange(() => {
    void answers?.reload();
    // Where event triggers are not permitted, nothing else says so.
    reloader.reloadSoon();
  });
  await answers?.reload();
  const isService = ({ role }: Identity): boolean => role === settings.serviceRole;
  const admit: Rest['admit'] = (identity, address, signal) =>
    isService(identity) ? undefined : admissions.of(identity, address, signal);
  const answer = (
    request: Request,
    identity: Identity,
    { address, lane }: HandleOptions,
  ): Promise<Answer> => {
    return answerRequest({
      settings,
      lane: lane ?? (isService(identity) ? 'service' : 'api'),
      admission: address === undefined ? undefined : admit(identity, address, request.signal),
      cache: reloader.current(),
      sources: visitorClaims(identity, anonRole) === undefined ? undefined : answers?.sources,
      request,
      identity,
    });
  };
  return {
    async handle(request, identity, how = {}) {
      const key = answers && keyOfRequest(request, identity, anonRole);
      const known = answers?.find(key);
      if (known) return toResponse(known, request);
      const preflown = preflight(request);
      if (preflown) return preflown;
      const make = () => answer(request, identity, how);
      return toResponse(await (answers ? answers.get(key, request, make) : make()), request);
    },
    find(incoming, claims) {
      const known = answers?.find(keyOfIncoming(incoming, claims));
      return known && sendAnswer(known, incoming.headers);
    },
    admit,
    async reload() {
      await reloader.reload();
      await answers?.reload();
    },
    close: () => reloader.close(),
  };
}
