import { createContext, useContext } from 'react';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

export interface ThemeState {
  theme: Theme;
  /** Changes the theme, and remembers it in a cookie. */
  setTheme(theme: Theme): void;
}

export const ThemeContext = createContext<ThemeState>({ theme: 'dark', setTheme: () => {} });

export function useTheme(): ThemeState {
  return useContext(ThemeContext);
}
