import { tooManyRows } from '../errors.ts';
import { isToOne } from '../schema/schema-cache.ts';
import { type EmbedNode, isHidden, type ReadNode } from './read-plan.ts';

/** As PostgREST's `db-max-rows`: the response and each embedded list. A single related row or aggregate needs no limit. */
export function restrictRows(node: ReadNode, maxRows: number): void {
  const isOne = 'relationship' in node && isToOne((node as EmbedNode).relationship);
  const isTotal = node.embeds.length === 0 && node.columns.every((column) => column.aggregate);
  if (!isOne && !isTotal) node.limit = Math.min(node.limit ?? maxRows, maxRows);
  for (const embed of node.embeds) restrictRows(embed, maxRows);
}

/**
 * Written rows and their lists are returned whole, as PostgREST does. A list that exceeds the budget ends one row past
 * it, where the statement fails.
 */
export function restrictWrittenRows(root: ReadNode, budget: number | undefined): void {
  if (budget === undefined) return;
  for (const embed of root.embeds) restrictRows(embed, budget + 1);
}

/** How many single rows are looked up for each row. */
export function lookupsPerRow(node: ReadNode): number {
  let lookups = 0;
  for (const embed of node.embeds) {
    if (!isHidden(embed) && isToOne(embed.relationship)) lookups += 1 + lookupsPerRow(embed);
  }
  return lookups;
}

/** Lists are counted while the statement runs; single rows are known before. */
export function refuseManyLookups(root: ReadNode, budget: number | undefined): void {
  if (budget !== undefined && (root.limit ?? 1) * lookupsPerRow(root) > budget) throw tooManyRows();
}
