import { useAlive } from '../lib/alive.ts';
import { isTheme, THEMES, useLighting } from '../lib/theme.tsx';
import { useWords } from '../lib/words.tsx';
import { Select } from './select.tsx';

export function ThemeChoice() {
  const t = useWords();
  const { theme, setTheme } = useLighting();
  const alive = useAlive();
  return (
    <Select
      aria-label={t('shell.theme')}
      value={theme}
      disabled={!alive}
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
