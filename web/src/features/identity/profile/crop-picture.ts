import { AVATAR_PIXELS, AVATAR_SIDE } from '@lakou/contract/avatar';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a canvas can write; everything else becomes WebP. */
const WRITABLE: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** A chosen file as a picture, or the key of the error that says why it is none. */
export async function openPicture(
  file: File,
): Promise<{ address: string } | { refused: 'picture_unreadable' | 'picture_too_many_pixels' }> {
  // A drawing can hold a program; a portrait is a photograph.
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml')
    return { refused: 'picture_unreadable' };
  const address = URL.createObjectURL(file);
  const picture = await load(address);
  if (picture && picture.naturalWidth * picture.naturalHeight <= AVATAR_PIXELS) return { address };
  URL.revokeObjectURL(address);
  return { refused: picture ? 'picture_too_many_pixels' : 'picture_unreadable' };
}

/** The chosen square, no larger than it will ever be shown. */
export async function cropPicture(address: string, area: Area, original: File): Promise<File> {
  const picture = await load(address);
  if (!picture) throw new Error('the picture is gone');
  const side = Math.min(AVATAR_SIDE, Math.round(area.width));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const type = original.type in WRITABLE ? original.type : 'image/webp';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.9));
  if (!blob) throw new Error('the picture could not be written');
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
