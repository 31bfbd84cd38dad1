import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

export function OtherTabNotice({ onWatchHere }: { onWatchHere: () => void }) {
  const t = useTranslations();
  return (
    <section
      role="alert"
      className="absolute inset-0 z-10 grid animate-appear place-content-center justify-items-center gap-3 bg-bg/90 p-6 text-center"
    >
      <h2 className="text-heading">{t('playback.other_tab_title')}</h2>
      <p className="text-soft">{t('playback.other_tab_text')}</p>
      <Button size="l" className="mt-2" onClick={onWatchHere}>
        {t('playback.watch_here')}
      </Button>
    </section>
  );
}
