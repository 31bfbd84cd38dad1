import { RestError, tooMuch } from '../errors.ts';
import type { SelectItem } from '../parse/parse-select.ts';
import type { ReadNode } from './read-plan.ts';

/** How often a client can select the same column. */
const MOST_REPEATS = 3;

/** One long text under hundreds of names makes a response of gigabytes. */
export function refuseRepeatedColumns(items: SelectItem[]): void {
  const times = new Map<string, number>();
  for (const item of items) {
    if (item.kind === 'embed' || item.aggregate) continue;
    const key = JSON.stringify(item.field);
    const seen = (times.get(key) ?? 0) + 1;
    if (seen > MOST_REPEATS) throw tooMuch(`The request selects the column '${item.field.name}' too often`);
    times.set(key, seen);
  }
}

/** Two embeds of one name would share a JSON key; clients expect PostgreSQL's error for that. */
export function refuseSameNames(node: ReadNode): void {
  const seen = new Set<string>();
  for (const embed of node.embeds) {
    if (seen.has(embed.as)) {
      const origin = embed.relationship.table.name;
      throw new RestError({
        status: 400,
        code: '42712',
        message: `table name "${origin}_${embed.as}_${embed.depth}" specified more than once`,
      });
    }
    seen.add(embed.as);
  }
}
