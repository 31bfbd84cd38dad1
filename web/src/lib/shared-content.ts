/** What another app hands over to the installed one; every field is what somebody typed or copied. */
export interface SharedContent {
  title: string;
  text: string;
  url: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/i;
/** Keep below the limits of a topic. */
const TITLE_MAX = 120;
const TEXT_MAX = 5000;

export function sharedContentOf(params: URLSearchParams): SharedContent {
  const field = (name: string) => (params.get(name) ?? '').trim();
  return { title: field('title'), text: field('text'), url: field('url') };
}

/** The path of a page of ours that was shared; Android puts addresses into the text. */
export function sharedPath({ url, text }: SharedContent, origin: string): string | undefined {
  const [found] = ADDRESS.exec(`${url} ${text}`) ?? [];
  if (!found || !URL.canParse(found)) return undefined;
  const { origin: where, pathname, search, hash } = new URL(found);
  // `//elsewhere` would be another site.
  return where === origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}

/** A topic of the forum, as somebody can go on writing it. */
export function sharedTopic({ title, text, url }: SharedContent): { title: string; content: string } {
  const lines = [text, text.includes(url) ? '' : url].filter(Boolean);
  return { title: title.slice(0, TITLE_MAX), content: lines.join('\n\n').slice(0, TEXT_MAX) };
}
