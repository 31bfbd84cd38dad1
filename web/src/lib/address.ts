/** Ids that are none are not asked for: the database would take them for a mistake, not for something missing. */
export function isId(id: string | null | undefined): id is string {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id ?? '');
}
