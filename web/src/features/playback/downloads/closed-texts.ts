import type { MessageKey } from '@lakou/contract/translate';

/** Why a download does not play. */
export type ClosedReason =
  | 'waits'
  | 'ended'
  | 'rental_ended'
  | 'clock_back'
  | 'withdrawn'
  | 'removed'
  | 'broken'
  | 'missing';

/** What happened, and what to do. */
export const closedTexts: Record<ClosedReason, readonly [MessageKey, MessageKey]> = {
  waits: ['playback.download_waits_for_licence', 'playback.download_waits_for_licence_text'],
  ended: ['playback.download_ended', 'playback.download_ended_text'],
  rental_ended: ['playback.download_rental_ended', 'playback.download_rental_ended_text'],
  clock_back: ['playback.download_clock_back', 'playback.download_clock_back_text'],
  withdrawn: ['playback.download_withdrawn', 'playback.download_withdrawn_text'],
  removed: ['playback.download_removed', 'playback.download_removed_text'],
  broken: ['playback.download_broken', 'playback.download_broken_text'],
  missing: ['playback.download_missing', 'playback.download_missing_text'],
};
