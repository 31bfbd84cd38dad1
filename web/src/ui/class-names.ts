/** Joins class names. What a caller passes comes last and is meant for place and size, not for repainting. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
