import { en } from './errors/en.ts';
import type { ErrorKey } from './errors.ts';

/** Twin: the size limit of bucket profile-images in supabase/migrations/*_storage.sql. */
export const AVATAR_BYTES = 5 * 1024 * 1024;
/** The server draws every avatar anew, no side longer than this, and refuses to unpack one with more pixels. */
export const AVATAR_SIDE = 512;
export const AVATAR_PIXELS = 50_000_000;

const avatarRefusals = ['picture_unreadable', 'picture_too_many_pixels', 'picture_more_inside'] as const;

/** The key of a refusal by the Storage API, whose official client passes on nothing but the English sentence. */
export function avatarErrorKey(message: string): ErrorKey | undefined {
  return avatarRefusals.find((key) => en[key] === message);
}
