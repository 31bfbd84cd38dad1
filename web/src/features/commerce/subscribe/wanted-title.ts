import { type TitleInPath, titleInPath } from '#lib/title-path.ts';

/** In sessionStorage: the payment provider sends this tab back without it. */
const KEY = 'lakou-wanted';

/** To be called before leaving for the payment provider. */
export function rememberWantedTitle({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  try {
    sessionStorage.setItem(KEY, pathname + search);
  } catch {
    // Without storage the person finds the title again.
  }
}

/** The title that the person subscribed for, in this tab. */
export function wantedTitle(): TitleInPath | null {
  try {
    return titleInPath(sessionStorage.getItem(KEY) ?? '/');
  } catch {
    return null;
  }
}
