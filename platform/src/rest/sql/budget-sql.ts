/** Reset at the end of the transaction. */
const COUNTER = 'rest.embedded_rows';
const counted = `coalesce(nullif(current_setting('${COUNTER}', true), ''), '0')::int8`;
/** Long texts count too: this many bytes as one row. */
const BYTES_PER_ROW = 2048;

/**
 * The first of the arrays, which hold embedded rows. It adds them to a counter and fails the statement when the counter
 * exceeds the budget. Lists inside them were counted before, so that never more than the budget and one list are read.
 */
export function budgetSql(arrays: string[], perRow: number, budget: number): string {
  const bytes = arrays.map((array) => `octet_length(${array}::text)`).join(' + ');
  const cost = `count(*) * ${perRow} + (${bytes}) / ${BYTES_PER_ROW}`;
  const total = `set_config('${COUNTER}', (${counted} + ${cost})::text, true)::int8`;
  return `CASE WHEN ${total} > ${budget} THEN to_json(('rest-guard:rows:' || count(*))::int4) ELSE ${arrays[0]} END`;
}
