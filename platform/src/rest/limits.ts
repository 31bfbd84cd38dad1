import type { Database } from '../database/database.ts';

/** A number for each role; `default` for those without an entry. */
type ByRole = { default: number } & Record<string, number>;

/** Limits per request. Exceeding one is refused with a 4xx that names it. */
export interface RestLimits {
  /** Maximum rows of a response or embedded list; larger requests get this many. */
  maxRows: number;
  /** Of clients: all rows of all embedded lists of a response together. */
  embeddedRows: number;
  /** Time limit of a statement in milliseconds. */
  timeoutMs: ByRole;
  urlLength: number;
  bodyBytes: ByRole;
  selectItems: number;
  embeds: number;
  embedDepth: number;
  /** Lists inside lists; single related rows do not count. */
  listDepth: number;
  orderTerms: number;
  filters: number;
  filterDepth: number;
  /** Of clients: filters that search inside texts (like, full text), and the characters of all their patterns. */
  searches: number;
  searchLength: number;
  /** Statements of clients that run and wait at once. */
  statements: StatementLimits;
  /** Slow statements of clients. */
  slow: SlowLimits;
}

export interface StatementLimits {
  /** How many run at once: the connections there are for the Data API. Visitors get three quarters, one caller half. */
  connections: number;
  waitingPerCaller: number;
  waiting: number;
  waitMs: number;
}

export interface SlowLimits {
  /** Callers whose statements took longer than this lately share one connection. */
  quickMs: number;
  /** Only what a statement takes beyond this counts. */
  freeMs: number;
  /** For each caller in a minute. */
  budgetMs: number;
}

export type RestLimitOptions = Partial<
  Omit<RestLimits, 'timeoutMs' | 'bodyBytes' | 'statements' | 'slow'> & {
    timeoutMs: Partial<ByRole>;
    bodyBytes: Partial<ByRole>;
    statements: Partial<StatementLimits>;
    slow: Partial<SlowLimits>;
  }
>;

const MB = 1024 * 1024;

const DEFAULT_LIMITS: RestLimits = {
  maxRows: 1000,
  embeddedRows: 10_000,
  timeoutMs: { default: 8_000, anon: 3_000 },
  urlLength: 32_768,
  bodyBytes: { default: 10 * MB, anon: MB },
  selectItems: 400,
  embeds: 30,
  embedDepth: 5,
  listDepth: 3,
  orderTerms: 50,
  filters: 300,
  filterDepth: 20,
  searches: 30,
  searchLength: 1_000,
  statements: { connections: 4, waitingPerCaller: 300, waiting: 2_000, waitMs: 10_000 },
  slow: { quickMs: 25, freeMs: 100, budgetMs: 6_000 },
};

/**
 * The given limits over the defaults. A role's default never exceeds what is given for all roles. The embedded database
 * runs one statement at a time, and the next one waits beside it.
 */
export function mergeLimits(
  given: RestLimitOptions = {},
  database: Database['kind'] = 'postgres',
): RestLimits {
  const connections = database === 'embedded' ? 2 : DEFAULT_LIMITS.statements.connections;
  return {
    ...DEFAULT_LIMITS,
    ...given,
    timeoutMs: mergeByRole(DEFAULT_LIMITS.timeoutMs, given.timeoutMs),
    bodyBytes: mergeByRole(DEFAULT_LIMITS.bodyBytes, given.bodyBytes),
    statements: { ...DEFAULT_LIMITS.statements, connections, ...given.statements },
    slow: { ...DEFAULT_LIMITS.slow, ...given.slow },
  };
}

function mergeByRole(defaults: ByRole, given: Partial<ByRole> = {}): ByRole {
  const limit = given.default ?? defaults.default;
  const capped = Object.entries(defaults).map(([role, value]) => [role, Math.min(value, limit)]);
  return { ...Object.fromEntries(capped), ...given, default: limit };
}
