const original = '/storage/v1/object/public/';
const rendition = '/storage/v1/render/image/public/';

/** The renderer's largest side; its twin is LARGEST_SIDE in platform/src/storage/transformation.ts. */
const WIDEST = 2500;

export interface PictureSources {
  src: string;
  srcSet?: string;
}

/**
 * The addresses of a picture at several widths. Only what lies in our public storage can be resized; anything
 * else (a sample in the app, a `data:` address, another house) is taken as it is.
 */
export function pictureSources(url: string, widths: readonly number[], quality = 60): PictureSources {
  const [address = '', query] = url.split('?');
  if (!address.includes(original) || /\.svgz?$/i.test(address) || widths.length === 0) return { src: url };
  const at = (width: number) => {
    const wish = `width=${Math.min(width, WIDEST)}&quality=${quality}&resize=contain`;
    return `${address.replace(original, rendition)}?${query ? `${query}&` : ''}${wish}`;
  };
  return {
    // For browsers that know no srcset, and for whoever saves the picture: one in the middle.
    src: at(widths[Math.floor(widths.length / 2)]!),
    srcSet: widths.map((width) => `${at(width)} ${width}w`).join(', '),
  };
}
