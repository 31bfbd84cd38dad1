import { createContext, useContext } from 'react';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

export interface Lighting {
  theme: Theme;
  /** Changes the light, and remembers it. */
  setTheme(theme: Theme): void;
}

export const LightingContext = createContext<Lighting>({ theme: 'dark', setTheme: () => {} });

export function useLighting(): Lighting {
  return useContext(LightingContext);
}
