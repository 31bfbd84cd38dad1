import { isTheme, THEMES, useTheme } from '#lib/theme.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Select } from './select.tsx';

export function ThemeChoice() {
  const t = useTranslations();
  const { theme, setTheme } = useTheme();
  const hydrated = useHydrated();
  return (
    <Select
      aria-label={t('shell.theme')}
      className="noscript:hidden"
      value={theme}
      disabled={!hydrated}
      onChange={({ target }) => {
        if (isTheme(target.value)) setTheme(target.value);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {t(`shell.theme_${one}`)}
        </option>
      ))}
    </Select>
  );
}
