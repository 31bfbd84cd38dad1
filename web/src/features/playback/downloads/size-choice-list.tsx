import { useId } from 'react';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { levelName } from '../engine/quality-levels.ts';
import type { SizeChoice } from './download-sizes.ts';

interface SizeChoiceListProps {
  choices: readonly SizeChoice[];
  chosen: SizeChoice | undefined;
  /** In bytes; null where the browser does not say, undefined until it has. */
  free: number | null | undefined;
  onChoose: (height: number) => void;
}

/** What each size takes, and how much space there is. */
export function SizeChoiceList({ choices, chosen, free, onChoose }: SizeChoiceListProps) {
  const t = useTranslations();
  const { number } = useFormat();
  const name = useId();
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('playback.download_size')}</legend>
      {choices.map(({ height, bytes, rungs }) => {
        const isTooLarge = typeof free === 'number' && bytes > free;
        const largest = rungs.reduce((most, rung) => (rung.height > most.height ? rung : most));
        return (
          <label
            key={height}
            className="flex min-h-14 cursor-pointer items-center gap-4 rounded-m border border-line bg-surface-raised px-4 py-3 has-checked:border-highlight has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-3"
          >
            <input
              type="radio"
              name={name}
              checked={chosen?.height === height}
              disabled={isTooLarge}
              onChange={() => onChoose(height)}
              className="size-5 accent-(--color-action)"
            />
            <span className="grow font-semibold">
              {levelName(largest)}
              {isTooLarge && (
                <span className="block text-sm font-normal text-soft">{t('playback.download_no_space')}</span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {t('playback.megabytes', { amount: number(megabytes(bytes)) })}
            </span>
          </label>
        );
      })}
      <p className="min-h-6 text-sm text-soft">
        {free === null && t('playback.download_free_space_unknown')}
        {typeof free === 'number' &&
          t('playback.download_free_space', { amount: number(Math.floor(free / 1_000_000)) })}
      </p>
    </fieldset>
  );
}
