/** A table in Markdown, in which columns of numbers are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumber = (cell: string | undefined) => /^\d/.test(cell ?? '');
  const alignment = head.map((_, column) => (isNumber(rows[0]?.[column]) ? '---:' : '---'));
  return `${[line(head), `|${alignment.join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const times = (ours: number, others: number): string => `${(ours / others).toFixed(1)} ×`;
export const percent = (ours: number, others: number): string => `${Math.round((100 * ours) / others)} %`;

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that this part of all are not above. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
