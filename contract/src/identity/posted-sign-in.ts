/** How a sign-in by plain form stands, for the page that answers it. */
export interface PostedSignIn {
  /** What was typed; never the password. */
  email?: string;
  remember?: boolean;
  /** Error keys by field. */
  errors?: { email?: string; password?: string; code?: string };
  /** What the auth service refused. */
  failure?: { code?: string; status: number };
  /** The second factor is still to be shown, by a code or with a security key alone. */
  secondFactor?: 'code' | 'key';
  /** The address of the member who is signed in. */
  member?: string;
}

/** Gives the app the session of a plain form, once. */
export const POSTED_SESSION_PATH = '/login/session';
/** Ends the session of a plain form. */
export const PLAIN_SIGN_OUT_PATH = '/sign-out';

/** The address that the answer is rendered for. Only the server makes it: of requests this parameter is dropped. */
export function postedSignInPath(posted: PostedSignIn): string {
  return `/login?${new URLSearchParams({ posted: JSON.stringify(posted) })}`;
}

export function readPostedSignIn(params: URLSearchParams): PostedSignIn | null {
  const posted = params.get('posted');
  return posted === null ? null : (JSON.parse(posted) as PostedSignIn);
}
