/**
 * Where a user is redirected after an emailed link or a provider. The target is parsed as a browser would parse it and
 * returned in that form, so that the checked URL is the one that is followed.
 */
export function redirectTarget(
  requested: string | undefined,
  settings: { url: string; redirectTargets: readonly string[] },
): string {
  return allowed(requested, settings)?.href ?? settings.url;
}

function allowed(
  requested: string | undefined,
  { url, redirectTargets }: { url: string; redirectTargets: readonly string[] },
): URL | undefined {
  // Browsers differ in how they treat backslashes, tabs and the like; all are refused.
  if (
    !requested ||
    requested.length > 2048 ||
    !/^[\x21-\x5b\x5d-\x7e]+$/.test(requested) ||
    !URL.canParse(requested)
  ) {
    return undefined;
  }
  const target = new URL(requested);
  if (target.username !== '' || target.password !== '' || /^[\w+.-]+:\/\/[^/?#]*@/.test(requested))
    return undefined;
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && target.origin === new URL(url).origin) return target;
  const plain = target.href.split('#', 1)[0] ?? '';
  // A custom scheme must be listed exactly; wildcards do not match it.
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
