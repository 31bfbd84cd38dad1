/** Limits per request. Exceeding one is refused with a 4xx that names it. */
export interface RestLimits {
  /** Maximum rows of a response or embedded list; larger requests get this many. */
  maxRows: number;
  /** Time limit of a statement in milliseconds, by role; `default` for the rest. */
  timeoutMs: { default: number } & Record<string, number>;
  urlLength: number;
  bodyBytes: number;
  selectItems: number;
  embeds: number;
  embedDepth: number;
  filters: number;
  filterDepth: number;
}

export const DEFAULT_LIMITS: RestLimits = {
  maxRows: 1000,
  timeoutMs: { default: 8_000, anon: 3_000 },
  urlLength: 32_768,
  bodyBytes: 10 * 1024 * 1024,
  selectItems: 400,
  embeds: 30,
  embedDepth: 8,
  filters: 300,
  filterDepth: 20,
};
