import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { useState } from 'react';
import { downloadFile } from '#lib/download-file.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { LANGUAGE_NAMES } from '#ui/language-choice.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

/** The sheet as a PDF. The server draws it and keeps nothing of it. */
export function PrintDialog({ batch, onClose }: { batch: number; onClose: () => void }) {
  const t = useTranslations();
  const [language, setLanguage] = useState<Language>('ht');
  const { run, isPending } = useVoucherAction(async () => {
    await downloadFile('print-vouchers', { batch, language }, `lakou-${batch}.pdf`);
    toast.success(t('admin.batch_printed'));
    onClose();
  });
  return (
    <VoucherDialog
      title={t('admin.batch_print_title', { number: batch })}
      text={t('admin.batch_print_text')}
      confirm={t('admin.batch_download')}
      busy={isPending}
      dirty={false}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <Field label={t('admin.batch_language')}>
        {(control) => (
          <Select
            {...control}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {LANGUAGE_NAMES[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </VoucherDialog>
  );
}
