import { PICTURE_WIDTHS } from '@lakou/contract/media/picture-widths';

const original = '/storage/v1/object/public/';
const rendition = '/storage/v1/render/image/public/';

/** The smallest and the largest that posters are shown at; the largest on screens with two or three dots to a pixel. */
export const POSTER_WIDTHS = [160, 640] as const;

export interface PictureSources {
  src: string;
  srcSet?: string;
}

/**
 * The addresses of a picture that is shown between `smallest` and `largest` pixels wide. Only pictures in our public
 * storage come in several widths; any other (a sample in the app, a `data:` address) is used as it is.
 */
export function pictureSources(url: string, smallest: number, largest = smallest): PictureSources {
  const [address = '', query] = url.split('?');
  if (!address.includes(original) || /\.svgz?$/i.test(address)) return { src: url };
  // Our own storage keeps the shape and this quality by itself, and a page names a hundred addresses.
  const options = address.startsWith('/') ? '' : '&quality=60&resize=contain';
  const at = (width: number) =>
    `${address.replace(original, rendition)}?${query ? `${query}&` : ''}width=${width}${options}`;
  const widths = widthsBetween(smallest, largest);
  return {
    // For browsers without srcset, and for saving the picture: one in the middle.
    src: at(widths[Math.floor(widths.length / 2)]!),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '),
  };
}

/** From the first that is wide enough for the smallest to the first that is for the largest. */
function widthsBetween(smallest: number, largest: number): readonly number[] {
  const end = PICTURE_WIDTHS.findIndex((width) => width >= largest);
  const widths = PICTURE_WIDTHS.slice(0, end < 0 ? undefined : end + 1);
  return widths.filter((width, index) => width >= smallest || index === widths.length - 1);
}
