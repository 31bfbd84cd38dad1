export const OWN_COLUMNS =
  'id, username, first_name, last_name, full_name, created_at, bio, location, website, occupation, phone, date_of_birth, interests, avatar_url, is_public';

/** The request of `ownProfile`, written in the same way; for the script that sends it without the Data API's client. */
export function ownProfileAddress(viewer: string): string {
  const parameters = new URLSearchParams({ select: OWN_COLUMNS.replaceAll(' ', ''), id: `eq.${viewer}` });
  return `/rest/v1/profiles?${parameters}`;
}
