import type { PublicSettings } from '@lakou/contract/public-settings';
import { createContext, useContext } from 'react';
import type { Styles } from './first-visit.ts';

/** What only the document needs, on the server. */
export interface PageFrame {
  nonce: string;
  styles: Styles;
  /** Settings and query cache for the browser, as JSON. */
  hydrationData: string;
}

export const PageFrameContext = createContext<PageFrame>({
  nonce: '',
  styles: { css: '', fonts: '', isCached: false },
  hydrationData: '',
});

export const SettingsContext = createContext<PublicSettings | null>(null);

export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings() needs SettingsContext: render inside of Providers');
  return settings;
}
