import type { PublicSettings } from '@lakou/contract/public-settings';
import { createContext, useContext } from 'react';

/** On the server: a whole page, still without styles, and the names of the stylesheet that are in it. */
export interface StyledDocument {
  html: string;
  names: readonly string[];
}

/** What only the document needs, on the server. */
export interface PageFrame {
  nonce: string;
  /** For the page's style element. */
  styles: string;
  /** The browser has stylesheet and fonts cached: `styles` imports the one, and the others are enabled from the start. */
  hasCachedStyles: boolean;
  /** Settings and query cache for the browser, as JSON. */
  hydrationData: string;
  /** The module that starts the app. */
  app: string;
  /** The inside of header and footer where it is ready; in the browser they are rendered. */
  header?: string;
  footer?: string;
}

export const PageFrameContext = createContext<PageFrame>({
  nonce: '',
  styles: '',
  hasCachedStyles: false,
  hydrationData: '',
  app: '',
});

export const SettingsContext = createContext<PublicSettings | null>(null);

export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings() needs SettingsContext: render inside of Providers');
  return settings;
}
