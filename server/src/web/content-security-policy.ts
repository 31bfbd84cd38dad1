/**
 * Only scripts and styles with this page's nonce run. Pictures come from our own storage alone: one on another site
 * would tell that site who looks at it. In development Vite's client needs its WebSocket.
 */
export function contentSecurityPolicy({ isDevelopment = false } = {}): (nonce: string) => string {
  const [start, middle, end] = [
    "default-src 'none'",
    "script-src 'nonce-|' 'strict-dynamic'",
    "style-src 'self' 'nonce-|'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws: wss:' : ''}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ]
    .join('; ')
    .split('|');
  return (nonce) => `${start}${nonce}${middle}${nonce}${end}`;
}
