import { z } from 'zod';

/** A statement that took long, as `/operations/v1/slow-statements` tells admins. */
export const slowStatement = z.object({
  /** Without values. */
  statement: z.string(),
  /** A database role, or `owner`. */
  role: z.string(),
  count: z.number().int(),
  longest_ms: z.number().int(),
  last_at: z.iso.datetime(),
  /** Null until it was taken, and where there is none. */
  plan: z.string().nullable(),
});
export type SlowStatement = z.infer<typeof slowStatement>;

export const slowStatements = z.object({ statements: z.array(slowStatement) });
