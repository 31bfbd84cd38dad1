/** How much one request may ask for. Beyond a limit it is refused with a 4xx that says which. */
export interface RestLimits {
  /** Rows of any one answer or embedded list; asking for more gives this many. */
  maxRows: number;
  /** Milliseconds a statement may take, by role; `default` for the rest. */
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
