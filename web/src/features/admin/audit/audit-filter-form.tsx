import { AUDIT_ACTS, AUDIT_OBJECT_MAX } from '@lakou/contract/admin/audit';
import type { FormEvent } from 'react';
import { downloadFile } from '#lib/download-file.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAddressSearch } from '#lib/use-address-search.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { useAuditFilters, useExportInput } from './audit-filters.ts';

/** Action, object and days; search and kind of object are above the table. The file has what all of them leave. */
export function AuditFilterForm() {
  const t = useTranslations();
  const { change } = useAddressSearch();
  const { action = '', object = '', from = '', to = '' } = useAuditFilters();
  const input = useExportInput();
  const { run, isPending } = useAdminAction(() => downloadFile('export-audit-log', input, 'audit-log.csv'), {
    errorKey: 'admin.export_failed',
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? '').trim();
    change({ action: read('action'), object: read('object'), from: read('from'), to: read('to') });
  };
  return (
    // Back and forward change the address: the fields begin with what it says.
    <form
      key={[action, object, from, to].join()}
      noValidate
      onSubmit={handleSubmit}
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1.4fr_1.4fr_1fr_1fr_auto_auto]"
    >
      <Field label={t('admin.action')}>
        {(control) => (
          <Select {...control} name="action" defaultValue={action}>
            <option value="">{t('admin.audit_all_actions')}</option>
            {AUDIT_ACTS.map((act) => (
              <option key={act}>{act}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('admin.audit_object')}>
        {(control) => <Input {...control} name="object" defaultValue={object} maxLength={AUDIT_OBJECT_MAX} />}
      </Field>
      <Field label={t('admin.export_from')}>
        {(control) => <Input {...control} type="date" name="from" defaultValue={from} />}
      </Field>
      <Field label={t('admin.export_to')}>
        {(control) => <Input {...control} type="date" name="to" defaultValue={to} />}
      </Field>
      <Button type="submit" variant="secondary">
        {t('admin.audit_apply')}
      </Button>
      <Button type="button" busy={isPending} onClick={() => void run()}>
        {t('admin.export')}
      </Button>
      <p className="max-w-prose text-sm text-soft sm:col-span-full">{t('admin.audit_filter_text')}</p>
    </form>
  );
}
