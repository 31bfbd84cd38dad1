import type { Language } from './languages.ts';

/** What every visitor may know of this house: served at `/config.json` and handed to each page. */
export interface PublicSettings {
  /** The address people use, without a slash at the end. */
  url: string;
  anonKey: string;
  languages: readonly Language[];
  providers: { google: boolean; facebook: boolean };
  demo: boolean;
  supportEmail: string;
  postalAddress: string;
  /** Where else we can be found. What is not set up is missing, and not shown. */
  social: { facebook?: string; instagram?: string; twitter?: string; youtube?: string };
  stores: { apple?: string; google?: string };
}
