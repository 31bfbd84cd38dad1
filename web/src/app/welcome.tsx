import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { categoryPath } from '#features/catalogue/categories/category-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { endWelcome } from '#lib/welcome.ts';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { DataChoice, TasteChoice, WelcomeLanguage } from './welcome-steps.tsx';

const QUESTIONS = ['shell.welcome_language', 'shell.welcome_taste', 'shell.welcome_data'] as const;

/** Three taps: language, taste, data. Beside the page, never over all of it; each step can be skipped. */
export default function Welcome() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [taste, setTaste] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was tapped is gone. Nothing takes the focus when the welcome appears.
  useEffect(() => {
    if (step > 0) heading.current?.focus();
  }, [step]);
  const next = (): void => {
    if (step + 1 < QUESTIONS.length) {
      setStep(step + 1);
      return;
    }
    endWelcome();
    if (taste) void navigate(categoryPath(taste));
  };
  return (
    <section
      aria-labelledby="welcome-title"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom)+0.75rem)] z-40 max-h-[70dvh] animate-appear overflow-y-auto rounded-l border border-line-strong bg-surface-raised shadow-shade sm:right-auto sm:left-4 sm:w-96 md:bottom-4"
    >
      <TaptapBand className="block h-2 w-full" />
      <div className="grid gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <div className="grid gap-0.5">
            <p className="text-sm text-soft">
              {t('shell.welcome')} · {t('shell.welcome_step', { step: step + 1, total: QUESTIONS.length })}
            </p>
            <h2 id="welcome-title" ref={heading} tabIndex={-1} className="text-xl">
              {t(QUESTIONS[step]!)}
            </h2>
          </div>
          <IconButton
            icon="close"
            label={t('shell.welcome_close')}
            className="-me-2 -mt-2"
            onClick={endWelcome}
          />
        </div>
        <div className="grid grid-cols-2 gap-2">
          {step === 0 && <WelcomeLanguage onChosen={next} />}
          {step === 1 && (
            <TasteChoice
              onChosen={(name) => {
                setTaste(name);
                next();
              }}
            />
          )}
          {step === 2 && <DataChoice onChosen={next} />}
        </div>
        <Button variant="quiet" className="-ms-3 justify-self-start" onClick={next}>
          {t('shell.welcome_skip')}
        </Button>
      </div>
    </section>
  );
}
