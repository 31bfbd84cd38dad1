import type { Auth } from '../auth.ts';
import { AuthError } from '../errors.ts';

export function requireManualLinking({ settings }: Auth): void {
  if (settings.manualLinking) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}
