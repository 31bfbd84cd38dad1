/**
 * Nothing runs and nothing styles that does not carry this page's nonce. Pictures may come from anywhere over https:
 * people who sign in with Google or Facebook bring the address of their portrait.
 */
export function contentSecurityPolicy(nonce: string): string {
  const own = `'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src ${own} 'strict-dynamic'`,
    `style-src 'self' ${own}`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
