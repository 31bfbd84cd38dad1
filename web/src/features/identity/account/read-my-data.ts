import type { Json } from '@lakou/contract/database-types';

type Page = Record<string, Json | undefined>;

/** Reads every page of the function download_my_data, and joins them to one document. */
export async function readMyData(readPage: (after: Json) => Promise<Json>): Promise<Page> {
  let everything: Page = {};
  let after: Json = null;
  do {
    const { next = null, ...page } = (await readPage(after)) as Page;
    everything = joinPages(everything, page);
    after = next;
  } while (after !== null);
  return everything;
}

/** Lists are continued, also those of each table; everything else is the first page's. */
function joinPages(first: Page, second: Page): Page {
  const joined = { ...second, ...first };
  for (const [key, more] of Object.entries(second)) {
    const before = first[key];
    if (Array.isArray(before) && Array.isArray(more)) joined[key] = [...before, ...more];
    else if (isObject(before) && isObject(more)) joined[key] = joinPages(before, more);
  }
  return joined;
}

function isObject(value: Json | undefined): value is Page {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
