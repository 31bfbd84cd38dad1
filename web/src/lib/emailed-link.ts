/** The link in one of our emails. It leads to a page that asks before it uses the token. */
export interface EmailedLink {
  tokenHash: string;
  type: LinkType;
  /** The address it claims to have been sent to: anybody can write a link. */
  email: string;
  /** The page to go to afterwards, not checked. */
  next: string;
}

const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const;
export type LinkType = (typeof TYPES)[number];

/** In the fragment, which no server sees; in the query where Supabase's own templates write it. */
export function readEmailedLink({ hash, search }: { hash: string; search: string }): EmailedLink | null {
  const params = new URLSearchParams(hash.length > 1 ? hash.slice(1) : search);
  const tokenHash = params.get('token_hash') ?? '';
  const type = TYPES.find((name) => name === params.get('type'));
  if (tokenHash === '' || !type) return null;
  return { tokenHash, type, email: params.get('email') ?? '', next: params.get('next') ?? '/' };
}

const REQUEST = 'lakou-link-request';

/** To be called when this browser asks for an email, so that its link needs no question here. */
export function noteLinkRequest(type: LinkType, email: string): void {
  localStorage.setItem(REQUEST, JSON.stringify({ type, email: email.trim().toLowerCase() }));
}

/** The address for which this browser asked for a link of this type. */
export function requestedAddress(type: LinkType): string | undefined {
  try {
    const request = JSON.parse(localStorage.getItem(REQUEST) ?? '{}') as { type?: string; email?: string };
    return request.type === type ? request.email : undefined;
  } catch {
    return undefined;
  }
}
