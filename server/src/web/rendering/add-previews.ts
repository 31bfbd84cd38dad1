/** Pictures of a page, by the original's address or by one of its sizes; not those that the app may show later. */
const SHOWN =
  /<(?:img|link)\b[^>]*?\/storage\/v1\/(?:object|render\/image)\/public\/([\w./%-]+\.(?:avif|webp|jpe?g|png))/gi;
/** The ones that are seen first: each costs a slow connection some two hundred bytes. */
const PER_PAGE = 2;

/**
 * The page with tiny versions of its first pictures, shown blurred behind each picture until it has loaded. They
 * are in a stylesheet outside of what React renders, so that server and browser still render the same page.
 */
export async function addPreviews(
  html: string,
  nonce: string,
  find: (names: string[]) => Promise<(string | undefined)[]>,
): Promise<string> {
  const names = firstNames(html);
  if (names.length === 0) return html;
  const previews = await find(names);
  const rules = names.flatMap((name, index) =>
    previews[index] ? `img[src*="/${name}"]{background:url(${previews[index]}) center/cover}` : [],
  );
  if (rules.length === 0) return html;
  return html.replace('</head>', () => `<style nonce="${nonce}">${rules.join('')}</style></head>`);
}

function firstNames(html: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of html.matchAll(SHOWN)) if (names.add(name).size === PER_PAGE) break;
  return [...names];
}
