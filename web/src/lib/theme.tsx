import { createContext, useContext } from 'react';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(value: unknown): value is Theme {
  return THEMES.includes(value as Theme);
}

/** For the document's `color-scheme`. */
export function colorScheme(theme: Theme): string {
  return theme === 'system' ? 'dark light' : theme;
}

/** For the browser's own bars. */
export function themeColor(theme: Theme): string {
  return theme === 'light' ? '#f7f2e8' : '#0c0e1a';
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
