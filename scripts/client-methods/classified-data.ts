import type { Classified } from './classified.ts';

/** Methods of `@supabase/supabase-js`, `postgrest-js` and `functions-js`. */
export const data: Classified = {
  SupabaseClient: [
    ['from rpc', 'works', 'tables, views and functions', 'rest/call'],
    ['schema', 'works', 'one of the exposed schemas', 'rest/client-calls'],
    ['getOpenApiSpec', 'works', 'what the caller’s role can use', 'rest/client-calls'],
    ['channel', 'works', 'see RealtimeClient', 'realtime/channels'],
    ['removeChannel', 'works', 'leaves it', 'realtime/channels'],
    ['removeAllChannels', 'works', 'leaves all', 'realtime/deletions'],
    ['getChannels', 'client', 'those that are open'],
  ],
  PostgrestClient: [
    ['from rpc', 'works', 'tables, views and functions', 'rest/call'],
    ['schema getOpenApiSpec', 'works', 'as of SupabaseClient', 'rest/client-calls'],
  ],
  PostgrestQueryBuilder: [['select insert upsert update delete', 'works', 'as PostgREST 14', 'rest/write']],
  PostgrestFilterBuilder: [
    ['eq gt gte lt is in not or', 'works', 'filters', 'rest/read'],
    ['neq lte isDistinct notIn match filter', 'works', 'filters', 'rest/client-calls'],
    [
      'like ilike likeAllOf ilikeAllOf ilikeAnyOf',
      'works',
      'patterns, bounded for clients',
      'rest/client-calls',
    ],
    ['likeAnyOf contains overlaps textSearch', 'works', 'patterns, lists, full text', 'rest/filter'],
    [
      'regexMatch regexIMatch',
      'works',
      'for the service role; refused to clients, whose patterns could take for ever',
      'rest/client-calls',
    ],
    [
      'containedBy rangeGt rangeGte rangeLt rangeLte rangeAdjacent',
      'works',
      'lists and ranges',
      'rest/client-calls',
    ],
    ['throwOnError', 'client', 'throws instead of returning the error', 'rest/client-calls'],
  ],
  PostgrestTransformBuilder: [
    ['select order single', 'works', 'of what is read or written', 'rest/write'],
    ['limit range maybeSingle csv', 'works', 'pages and formats', 'rest/read'],
    ['geojson', 'works', 'where PostGIS is installed; 406 elsewhere', 'rest/geojson'],
    ['explain', 'works', 'for the service role, with `REST_EXPLAIN`', 'rest/settings'],
    ['rollback', 'works', 'with `REST_ROLLBACK`', 'rest/write'],
    ['maxAffected', 'works', 'refuses a write of more rows', 'rest/write'],
    ['abortSignal throwOnError', 'client', 'ends the request; throws its error', 'rest/client-calls'],
    ['returns', 'client', 'types only'],
  ],
  PostgrestBuilder: [
    ['stripNulls', 'works', 'rows without nulls', 'rest/read'],
    ['setHeader', 'works', 'any header that PostgREST reads', 'rest/client-calls'],
    ['throwOnError retry overrideTypes', 'client', 'options of the client and types', 'rest/client-calls'],
    ['then returns', 'client', 'the promise; types only'],
  ],
  FunctionsClient: [
    ['invoke', 'works', 'functions of the folder `supabase/functions`', 'server/server'],
    ['setAuth', 'client', 'the token of later calls'],
  ],
};
