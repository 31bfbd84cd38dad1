/**
 * Where a person may be sent after a mailed link or a provider. The target is parsed as a browser would, checked,
 * and given back in that parsed form: what was checked is what is followed.
 */
export function redirectTarget(
  wish: string | undefined,
  house: { url: string; redirectTargets: readonly string[] },
): string {
  return allowed(wish, house)?.href ?? house.url;
}

function allowed(
  wish: string | undefined,
  { url, redirectTargets }: { url: string; redirectTargets: readonly string[] },
): URL | undefined {
  // Browsers forgive backslashes, tabs and the like in different ways; we forgive none.
  if (!wish || wish.length > 2048 || !/^[\x21-\x5b\x5d-\x7e]+$/.test(wish) || !URL.canParse(wish)) {
    return undefined;
  }
  const target = new URL(wish);
  if (target.username !== '' || target.password !== '' || /^[\w+.-]+:\/\/[^/?#]*@/.test(wish))
    return undefined;
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && target.origin === new URL(url).origin) return target;
  const plain = target.href.split('#', 1)[0] ?? '';
  // An app's own scheme is allowed only where it is written out, never through a wildcard.
  const scheme = target.protocol;
  if (!isWeb && RUNS_CODE.has(scheme)) return undefined;
  return redirectTargets.some((glob) => glob.startsWith(scheme) && matches(glob, plain)) ? target : undefined;
}

const RUNS_CODE = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:']);

function matches(glob: string, address: string): boolean {
  const pattern = glob.replace(/\*\*|[*?]|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${pattern}/?$`).test(address);
}
