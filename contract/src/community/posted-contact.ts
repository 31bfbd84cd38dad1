import type { ContactInput } from './inputs.ts';

/** What came of a contact form that a browser without JavaScript has sent, for the page that answers it. */
export interface PostedContact {
  values: ContactInput;
  /** Error keys by field. */
  errors: { [field in keyof ContactInput]?: string };
  /** The error key of a message that was not taken. */
  failure?: string;
}

/** The address after a message was sent. */
export const CONTACT_SENT = '/contact?sent=yes';

/** The address that the answer is rendered for. Only the server makes it: of requests this parameter is dropped. */
export function postedContactPath(posted: PostedContact): string {
  return `/contact?${new URLSearchParams({ posted: JSON.stringify(posted) })}`;
}

export function readPostedContact(params: URLSearchParams): PostedContact | undefined {
  const posted = params.get('posted');
  return posted === null ? undefined : (JSON.parse(posted) as PostedContact);
}
