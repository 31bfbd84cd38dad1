import { AVATAR_PIXELS, AVATAR_SIDE } from '@lakou/contract/identity/limits';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Formats that a canvas can encode; everything else becomes WebP. */
const WRITABLE: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** Opens a chosen file as a picture; returns an error key when it is not usable. */
export async function openPicture(
  file: File,
): Promise<{ address: string } | { refused: 'picture_unreadable' | 'picture_too_many_pixels' }> {
  // SVG can contain scripts.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml')
    return { refused: 'picture_unreadable' };
  const address = URL.createObjectURL(file);
  const picture = await load(address);
  if (picture && picture.naturalWidth * picture.naturalHeight <= AVATAR_PIXELS) return { address };
  URL.revokeObjectURL(address);
  return { refused: picture ? 'picture_too_many_pixels' : 'picture_unreadable' };
}

/** Crops to the chosen square, scaled down to the largest size in use. */
export async function cropPicture(address: string, area: Area, original: File): Promise<File> {
  const picture = await load(address);
  if (!picture) throw new Error('The picture could not be read again for cropping');
  const side = Math.min(AVATAR_SIDE, Math.round(area.width));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const type = original.type in WRITABLE ? original.type : 'image/webp';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  if (!blob) throw new Error('The browser could not encode the cropped picture');
  return new File([blob], `portrait.${WRITABLE[blob.type] ?? 'png'}`, { type: blob.type });
}

async function load(address: string): Promise<HTMLImageElement | undefined> {
  const picture = new Image();
  picture.src = address;
  try {
    await new Promise((resolve, reject) => {
      picture.onload = resolve;
      picture.onerror = reject;
    });
    return picture;
  } catch {
    return undefined;
  }
}
