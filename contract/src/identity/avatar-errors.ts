import { en } from '../errors/en.ts';
import type { ErrorKey } from '../errors.ts';

const avatarRefusals = [
  'picture_unreadable',
  'picture_too_many_pixels',
  'picture_more_inside',
  'storage_full',
] as const;

/** The error key of a Storage API refusal: its official client passes on only the English message. */
export function avatarErrorKey(message: string): ErrorKey | undefined {
  return avatarRefusals.find((key) => en[key] === message);
}
