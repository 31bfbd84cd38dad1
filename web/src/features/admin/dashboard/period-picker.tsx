import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import type { usePeriod } from './use-period.ts';

/** Chooses the last days, or a period by its first and last day. */
export function PeriodPicker({ period, choice, choose, chooseOwn }: ReturnType<typeof usePeriod>) {
  const t = useTranslations();
  return (
    <div className="flex flex-wrap items-end gap-3">
      {choice === 'own' &&
        (['first_day', 'last_day'] as const).map((name) => (
          <Field key={name} label={t(name === 'first_day' ? 'admin.from' : 'admin.to')}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={period[name]}
                onChange={({ target }) => target.value && chooseOwn({ ...period, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      <Select aria-label={t('admin.period')} value={choice} onChange={({ target }) => choose(target.value)}>
        {['7', '30', '90'].map((count) => (
          <option key={count} value={count}>
            {t('admin.last_days', { days: count })}
          </option>
        ))}
        <option value="own">{t('admin.own_period')}</option>
      </Select>
    </div>
  );
}
