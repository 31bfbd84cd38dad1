const original = '/storage/v1/object/public/';
const rendition = '/storage/v1/render/image/public/';

/** The renderer's largest side. Keep equal to LARGEST_SIDE in platform/src/storage/transformation.ts. */
const WIDEST = 2500;

export interface PictureSources {
  src: string;
  srcSet?: string;
}

/**
 * The addresses of a picture at several widths. Only pictures in our public storage can be resized; any other (a
 * sample in the app, a `data:` address, another site) is used as it is.
 */
export function pictureSources(url: string, widths: readonly number[], quality = 60): PictureSources {
  const [address = '', query] = url.split('?');
  if (!address.includes(original) || /\.svgz?$/i.test(address) || widths.length === 0) return { src: url };
  const at = (width: number) => {
    const parameters = `width=${Math.min(width, WIDEST)}&quality=${quality}&resize=contain`;
    return `${address.replace(original, rendition)}?${query ? `${query}&` : ''}${parameters}`;
  };
  return {
    // For browsers without srcset, and for saving the picture: one in the middle.
    src: at(widths[Math.floor(widths.length / 2)]!),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '),
  };
}
