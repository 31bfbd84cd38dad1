import type { PaymentMethod } from './commerce/limits.ts';
import type { Language } from './languages.ts';
import type { RetentionDays } from './retention.ts';

/** Settings that are public: served at `/config.json` and passed to each page. */
export interface PublicSettings {
  /** The site's public address, without a slash at the end. */
  url: string;
  anonKey: string;
  languages: readonly Language[];
  providers: { google: boolean; facebook: boolean };
  /** The host name that passkeys belong to; null where browsers allow none. */
  passkeyHost: string | null;
  demo: boolean;
  /** How people can pay here. */
  paymentMethods: readonly PaymentMethod[];
  /** When the hours of a rental begin. */
  rentalStarts: 'play' | 'payment';
  supportEmail: string;
  postalAddress: string;
  /** What the privacy page names. */
  retentionDays: RetentionDays;
  /** Links to social networks; those that are not configured are missing. */
  social: { facebook?: string; instagram?: string; twitter?: string; youtube?: string };
  stores: { apple?: string; google?: string };
}
