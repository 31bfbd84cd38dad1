export const PASSWORD_MIN = 8;
/** Keep equal to LONGEST_PASSWORD in platform/src/auth/password-rules.ts. */
export const PASSWORD_MAX = 256;
/** Keep equal to private.require_recent_sign_in(). */
export const FRESH_PROOF_MINUTES = 10;
/** Keep equal to MAX_NAME_LENGTH in platform/src/auth/passkeys/manage-passkeys.ts. */
export const PASSKEY_NAME_MAX = 120;
/** Keep equal to make_recovery_codes(). */
export const RECOVERY_CODES = 10;
/** Keep equal to private.device_code_length(). */
export const DEVICE_CODE_LENGTH = 8;
/** How often a device asks whether its code was confirmed. Keep equal to private.device_poll_seconds(). */
export const DEVICE_POLL_SECONDS = 5;
/** Keep equal to the newest row of terms_versions; supabase/tests compares them. */
export const TERMS_VERSION = '2026-11';

/** Keep equal to the size limit of bucket profile-images; supabase/tests compares them. */
export const AVATAR_BYTES = 5 * 1024 * 1024;
/** The server re-encodes every avatar with no side longer than this, and refuses to decode one with more pixels. */
export const AVATAR_SIDE = 512;
export const AVATAR_PIXELS = 50_000_000;
