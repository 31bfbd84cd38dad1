import { BUNDLE_NAME_MAX, BUNDLE_TITLES_MAX } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { TitlePicker } from '../front-page/rows/title-picker.tsx';
import { TranslationFields } from '../translation-fields.tsx';
import { toTranslations, toTranslationValues } from '../translation-values.ts';
import { haitianDay } from './haitian-day.ts';
import { type Bundle, toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

interface BundleDialogProps {
  /** The one to change; without it a new one. */
  bundle?: Bundle;
  onClose: () => void;
}

/** Name, price and days of a bundle; its titles are chosen once. */
export function BundleDialog({ bundle, onClose }: BundleDialogProps) {
  const t = useTranslations();
  const [opened] = useState({
    title: bundle?.title ?? '',
    title_translations: toTranslationValues(bundle?.title_translations),
    price: bundle ? (bundle.amount_minor / 100).toFixed(2) : '',
    first_day: bundle?.first_day ?? haitianDay(0),
    last_day: bundle?.last_day ?? haitianDay(90),
    titles: [] as string[],
  });
  const [values, setValues] = useState(opened);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { run, isPending } = useVoucherAction(async () => {
    const { titles, price, title_translations, ...days } = values;
    const input = {
      ...days,
      amount_minor: toMinor(price),
      title_translations: toTranslations(title_translations),
    };
    const client = await supabase();
    rowOrNull(
      bundle
        ? await client.rpc('change_bundle', { ...input, bundle: bundle.id })
        : await client.rpc('create_bundle', { ...input, titles }),
    );
    toast.success(t(bundle ? 'admin.bundle_changed' : 'admin.bundle_created'));
    onClose();
  });
  const field = (name: 'title' | 'price' | 'first_day' | 'last_day', label: string, input: object = {}) => (
    <Field label={label} required>
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
      title={bundle ? t('admin.bundle_change_name', { name: bundle.title }) : t('admin.bundle_new')}
      confirm={t(bundle ? 'admin.save' : 'admin.create')}
      busy={isPending}
      dirty={JSON.stringify(values) !== JSON.stringify(opened)}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      {field('title', t('admin.bundle_name'), { maxLength: BUNDLE_NAME_MAX })}
      <TranslationFields isTranslated={(language) => values.title_translations[language] !== ''}>
        {(language) => (
          <Field label={t('admin.bundle_name')}>
            {(control) => (
              <Input
                {...control}
                maxLength={BUNDLE_NAME_MAX}
                value={values.title_translations[language]}
                onChange={({ target }) =>
                  change({ title_translations: { ...values.title_translations, [language]: target.value } })
                }
              />
            )}
          </Field>
        )}
      </TranslationFields>
      <div className="grid gap-5 sm:grid-cols-3">
        {field('price', t('admin.bundle_price'), { inputMode: 'decimal' })}
        {field('first_day', t('admin.promotion_first_day'), { type: 'date' })}
        {field('last_day', t('admin.promotion_last_day'), { type: 'date' })}
      </div>
      {!bundle && (
        <>
          <p className="font-semibold">{t('admin.bundle_titles', { max: BUNDLE_TITLES_MAX })}</p>
          <TitlePicker
            ids={values.titles}
            onChange={(titles) => change({ titles })}
            max={BUNDLE_TITLES_MAX}
          />
        </>
      )}
    </VoucherDialog>
  );
}
