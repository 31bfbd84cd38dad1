import { useEffect, useState } from 'react';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';

const SHOWN_MS = 12_000;

/** Says once that most of the data of this day or month is used. */
export function LimitWarning() {
  const t = useTranslations();
  const { number } = useFormat();
  const view = useDataBudget();
  const isWarned = view?.state.state === 'warned';
  const [over, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isWarned) return;
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isWarned]);
  const amount = (bytes: number) => number(megabytes(bytes));
  return (
    <div role="status">
      {view && isWarned && !over && (
        <p className="animate-appear rounded-l border border-line bg-surface/95 px-4 py-2.5 shadow-shade">
          {t(`playback.limit_near_${view.budget.period}`, {
            used: amount(view.state.used),
            limit: amount(view.state.limit),
          })}
        </p>
      )}
    </div>
  );
}
