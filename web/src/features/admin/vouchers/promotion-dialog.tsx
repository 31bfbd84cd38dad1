import { CARD_MIN, PROMOTION_TITLES_MAX } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { TitlePicker } from '../front-page/rows/title-picker.tsx';
import { haitianDay } from './haitian-day.ts';
import { toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

/** 0 where it is no whole number: the database says what is wrong. */
const toWhole = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0);

type TextField = 'name' | 'value' | 'first_day' | 'last_day' | 'per_person' | 'total';

/** A new code: how much it takes off, when, for which titles and how often. */
export function PromotionDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { price } = useFormat();
  const [opened] = useState({
    name: '',
    kind: 'percent',
    value: '10',
    first_day: haitianDay(0),
    last_day: haitianDay(30),
    per_person: '1',
    total: '100',
    titles: [] as string[],
  });
  const [values, setValues] = useState(opened);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { run, isPending } = useVoucherAction(async () => {
    const { name, kind, value, first_day, last_day, titles } = values;
    const code = rowsOf(
      await (await supabase()).rpc('create_promotion', {
        name,
        first_day,
        last_day,
        per_person: toWhole(values.per_person),
        total: toWhole(values.total),
        ...(kind === 'percent' ? { percent: toWhole(value) } : { off_minor: toMinor(value) }),
        ...(titles.length > 0 && { titles }),
      }),
    );
    toast.success(t('admin.promotion_created', { code }));
    onClose();
  });
  const field = (name: TextField, input: object = {}) => (
    <Field label={t(`admin.promotion_${name}`)} required>
      {(control) => (
        <Input
          {...control}
          {...input}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <VoucherDialog
      title={t('admin.promotion_new')}
      confirm={t('admin.create')}
      busy={isPending}
      dirty={JSON.stringify(values) !== JSON.stringify(opened)}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      {field('name', { maxLength: 80 })}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('admin.promotion_kind')} required>
          {(control) => (
            <Select
              {...control}
              value={values.kind}
              onChange={({ target }) => change({ kind: target.value })}
            >
              <option value="percent">{t('admin.promotion_percent')}</option>
              <option value="amount">{t('admin.promotion_amount')}</option>
            </Select>
          )}
        </Field>
        {field('value', { inputMode: 'decimal' })}
        {field('first_day', { type: 'date' })}
        {field('last_day', { type: 'date' })}
        {field('per_person', { inputMode: 'numeric' })}
        {field('total', { inputMode: 'numeric' })}
      </div>
      <p className="text-soft">{t('admin.promotion_value_hint', { least: price(CARD_MIN / 100) })}</p>
      <p className="font-semibold">{t('admin.promotion_titles')}</p>
      <TitlePicker ids={values.titles} onChange={(titles) => change({ titles })} max={PROMOTION_TITLES_MAX} />
    </VoucherDialog>
  );
}
