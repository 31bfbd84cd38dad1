import { type FormEvent, useState } from 'react';
import { downloadFile } from '#lib/download-file.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useAdminAction } from '../use-admin-action.ts';

/** The ledger of a period as a file for spreadsheets. */
export function ExportPayments() {
  const t = useTranslations();
  const today = new Date().toISOString().slice(0, 10);
  const [period, setPeriod] = useState({ from: `${today.slice(0, 7)}-01`, to: today });
  const { run, isPending } = useAdminAction(
    (input: typeof period) =>
      downloadFile('export-payments', input, `payments-${input.from}-${input.to}.csv`),
    { errorKey: 'admin.export_failed' },
  );
  const input = (name: keyof typeof period) => ({
    type: 'date',
    value: period[name],
    onChange: ({ target }: { target: { value: string } }) => setPeriod({ ...period, [name]: target.value }),
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run(period);
  };
  return (
    <section aria-labelledby="export" className="grid gap-4">
      <div>
        <h2 id="export" className="font-display text-heading font-[750]">
          {t('admin.export')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.export_text')}</p>
      </div>
      <form noValidate onSubmit={handleSubmit} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('admin.export_from')} required>
          {(control) => <Input {...control} {...input('from')} />}
        </Field>
        <Field label={t('admin.export_to')} required>
          {(control) => <Input {...control} {...input('to')} />}
        </Field>
        <Button type="submit" busy={isPending}>
          {t('admin.export')}
        </Button>
      </form>
    </section>
  );
}
