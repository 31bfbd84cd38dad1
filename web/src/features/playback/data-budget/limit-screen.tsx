import { useEffect, useRef } from 'react';
import { allowMore, nextAllowance } from '#lib/data-budget.ts';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { usePlayer } from '../player-context.ts';

/** Asks before more data is used than the viewer wanted. */
export function LimitScreen() {
  const t = useTranslations();
  const { number } = useFormat();
  const { video, playback, audioOnly, setAudioOnly } = usePlayer();
  const view = useDataBudget();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  if (!view) return null;
  const { budget, state } = view;
  const goOn = (): void => {
    allowMore();
    // The film may play again when the limit is no longer reached.
    setTimeout(() => video?.play().catch(() => {}));
  };
  return (
    <section
      role="alertdialog"
      aria-labelledby="data-limit"
      aria-describedby="data-limit-text"
      className="absolute inset-0 z-20 grid animate-appear place-content-center justify-items-center gap-3 overflow-auto bg-bg/95 p-6 text-center"
    >
      <h2 id="data-limit" className="text-heading">
        {t(`playback.limit_reached_${budget.period}`, { amount: number(megabytes(state.limit)) })}
      </h2>
      <p id="data-limit-text" className="max-w-prose text-soft">
        {t('playback.limit_reached_text')}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button ref={first} size="l" onClick={goOn}>
          {t('playback.limit_more', { amount: number(megabytes(nextAllowance(budget))) })}
        </Button>
        {playback.film.audio_only && !audioOnly && (
          <Button
            size="l"
            variant="secondary"
            onClick={() => {
              setAudioOnly(true);
              goOn();
            }}
          >
            {t('playback.limit_listen')}
          </Button>
        )}
      </div>
      <TextLink to="/data-use">{t('playback.limit_change')}</TextLink>
    </section>
  );
}
