import { PROMOTION_TITLES_MAX } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { TitlePicker } from '../front-page/rows/title-picker.tsx';
import { toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A new code: how much it takes off, when, for which titles and how often. */
export function PromotionDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [opened] = useState({
    name: '',
    kind: 'percent',
    value: '10',
    starts: dayFromNow(0),
    ends: dayFromNow(30),
    per_person: '1',
    total: '100',
    titles: [] as string[],
  });
  const [values, setValues] = useState(opened);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { run, isPending } = useVoucherAction(async () => {
    const { name, kind, value, starts, ends, titles } = values;
    const code = rowsOf(
      await (await supabase()).rpc('create_promotion', {
        name,
        starts_at: `${starts}T00:00:00Z`,
        ends_at: `${ends}T23:59:59Z`,
        per_person: Number.parseInt(values.per_person, 10) || 0,
        total: Number.parseInt(values.total, 10) || 0,
        ...(kind === 'percent'
          ? { percent: Number.parseInt(value, 10) || 0 }
          : { off_minor: toMinor(value) }),
        ...(titles.length > 0 && { titles }),
      }),
    );
    toast.success(t('admin.promotion_created', { code }));
    onClose();
  });
  const field = (name: 'name' | 'value' | 'starts' | 'ends' | 'per_person' | 'total', input: object = {}) => (
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
        {field('starts', { type: 'date' })}
        {field('ends', { type: 'date' })}
        {field('per_person', { inputMode: 'numeric' })}
        {field('total', { inputMode: 'numeric' })}
      </div>
      <p className="font-semibold">{t('admin.promotion_titles')}</p>
      <TitlePicker ids={values.titles} onChange={(titles) => change({ titles })} max={PROMOTION_TITLES_MAX} />
    </VoucherDialog>
  );
}
