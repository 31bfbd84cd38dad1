/** `@lakou/platform`: Supabase's services in one process. The README has a complete example. */
export { answerFailure } from './answer-failure.ts';
export type { Sms } from './auth/auth.ts';
export { loggableError } from './auth/errors.ts';
export type { Providers } from './auth/oauth/provider-settings.ts';
export { relyingPartyOf } from './auth/passkeys/relying-party.ts';
export type { AuthLimits, AuthSettings, Limit } from './auth/settings.ts';
export { addressKey, isLoopback } from './client-address.ts';
export { createPlatform, type Platform } from './create-platform.ts';
export { causeOf, logFailures } from './log-failures.ts';
export type { PlatformLog, PlatformOptions } from './platform-options.ts';
export { FairQueue } from './scheduling/fair-queue.ts';
export { TaskLoop } from './scheduling/task-loop.ts';
