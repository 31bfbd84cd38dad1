/** Full name, else username, else the fallback. */
export function profileDisplayName(
  { full_name, username }: { full_name: string | null; username: string | null },
  fallback: string,
): string {
  return full_name || username || fallback;
}
