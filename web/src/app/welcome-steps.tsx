import { LANGUAGES } from '@lakou/contract/languages';
import { useQuery } from '@tanstack/react-query';
import { useGenreNames } from '#features/catalogue/genre-names.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { savePreferences } from '#features/playback/preferences.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { LANGUAGE_NAMES } from '#ui/language-choice.tsx';

export function WelcomeLanguage({ onChosen }: { onChosen: () => void }) {
  const { language, setLanguage } = useLanguage();
  return LANGUAGES.map((one) => (
    <Button
      key={one}
      lang={one}
      variant="secondary"
      aria-pressed={one === language}
      className={one === language ? 'border-highlight!' : ''}
      onClick={() => void setLanguage(one).then(onChosen)}
    >
      {LANGUAGE_NAMES[one]}
    </Button>
  ));
}

/** The welcome ends on the page of the chosen category. */
export function TasteChoice({ onChosen }: { onChosen: (category: string) => void }) {
  const { data = [] } = useQuery(categories());
  const genreName = useGenreNames();
  return data.map(({ id, name }) => (
    <Button key={id} variant="secondary" onClick={() => onChosen(name)}>
      {genreName(name)}
    </Button>
  ));
}

/** What the player's data saver starts with. */
export function DataChoice({ onChosen }: { onChosen: () => void }) {
  const t = useTranslations();
  const choose = (dataSaver: boolean): void => {
    savePreferences({ dataSaver });
    onChosen();
  };
  return (
    <>
      <Button variant="secondary" className="flex-col gap-0.5! px-3! py-2.5" onClick={() => choose(true)}>
        {t('shell.welcome_save')}
        <span className="text-sm font-normal text-soft">{t('shell.welcome_save_text')}</span>
      </Button>
      <Button variant="secondary" className="flex-col gap-0.5! px-3! py-2.5" onClick={() => choose(false)}>
        {t('shell.welcome_best')}
        <span className="text-sm font-normal text-soft">{t('shell.welcome_best_text')}</span>
      </Button>
    </>
  );
}
