/** Joins class names. The caller's come last and are for position and size, not for colours. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
