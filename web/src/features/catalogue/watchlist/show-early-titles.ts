import { memberTitlePath } from '@lakou/contract/catalogue/title-address';
import { languageOfPage } from '#lib/page-language.ts';
import { POSTER_WIDTHS, pictureSources } from '#lib/picture.ts';
import { translationIn } from '#lib/translation-in.ts';
import type { CardTitle, Kind } from '../title.ts';
import type { EarlyElements } from './early-elements.ts';

/** As the Data API answers. */
export interface WatchlistRow {
  movies: CardTitle | null;
  series: CardTitle | null;
}

interface Card {
  element: Element;
  picture: string | null;
}

/**
 * Puts the titles in place of the placeholders. Pictures share a slow line, so the first comes alone, then its row, then
 * the others on the screen; resolves when these are there.
 */
export async function showEarlyTitles(rows: readonly WatchlistRow[], elements: EarlyElements): Promise<void> {
  const cards = rows.flatMap(({ movies, series }) => {
    if (movies) return [cardOf(elements.card, 'movie', movies)];
    return series ? [cardOf(elements.card, 'series', series)] : [];
  });
  if (cards.length === 0) return;
  elements.list.replaceChildren(...cards.map(({ element }) => element));
  elements.placeholder.hidden = true;
  const tops = cards.map(({ element }) => element.getBoundingClientRect().top);
  const load = (isWanted: (top: number, at: number) => boolean) =>
    Promise.all(cards.filter((_card, at) => isWanted(tops[at]!, at)).map(loadPicture));
  const [first = 0] = tops;
  const screen = Math.max(innerHeight, first + 1);
  await load((_top, at) => at === 0);
  await load((top, at) => top === first && at > 0);
  await load((top) => top > first && top < screen);
  void load((top) => top >= screen);
}

function cardOf(model: Element, kind: Kind, title: CardTitle): Card {
  const element = model.cloneNode(true) as Element;
  const link = element.querySelector('a')!;
  link.textContent = translationIn(languageOfPage(), title.title_translations) ?? title.title;
  link.setAttribute('href', memberTitlePath(kind, title.id));
  element.querySelector('p')!.textContent = title.genre.join(', ');
  return { element, picture: title.thumbnail_url };
}

/** Also resolves if it fails: the app then shows a drawing instead. */
function loadPicture({ element, picture }: Card): Promise<void> {
  const image = element.querySelector('img')!;
  if (!picture) {
    image.remove();
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    image.onload = () => resolve();
    image.onerror = () => {
      image.remove();
      resolve();
    };
    const { src, srcSet } = pictureSources(picture, ...POSTER_WIDTHS);
    if (srcSet) image.srcset = srcSet;
    image.src = src;
  });
}
