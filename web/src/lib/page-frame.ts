import type { PublicSettings } from '@lakou/contract/public-settings';
import { createContext, useContext } from 'react';
import type { Styles } from './first-visit.ts';

/** What the document itself needs and the browser has no use for afterwards. */
export interface PageFrame {
  nonce: string;
  styles: Styles;
  /** What the browser has to take over: settings and read data, as JSON. */
  handover: string;
}

export const PageFrameContext = createContext<PageFrame>({
  nonce: '',
  styles: { css: '', faces: '', kept: false },
  handover: '',
});

export const SettingsContext = createContext<PublicSettings | null>(null);

export function useSettings(): PublicSettings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('a page outside of the app');
  return settings;
}
