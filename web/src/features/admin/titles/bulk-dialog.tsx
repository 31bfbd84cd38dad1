import type { BulkEditInput } from '@lakou/contract/admin/inputs';
import type { MessageKey } from '@lakou/contract/translate';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { allCategories } from '../front-page/read-categories.ts';
import { toIsoDateTime } from './title-form-values.ts';

interface BulkDialogProps {
  count: number;
  busy: boolean;
  onClose: () => void;
  onSave: (change: BulkEditInput) => unknown;
}

const NO_CHANGE = {
  add_category: '',
  remove_category: '',
  is_free: '',
  is_purchasable: '',
  is_rentable: '',
  purchase_price: '',
  rental_price: '',
  publish_at: '',
  unpublish_at: '',
  featured: '',
};
type BulkForm = typeof NO_CHANGE;

const resolver = checkWith<BulkForm>(() =>
  import('@lakou/contract/admin/inputs').then(({ bulkEditInput }) => bulkEditInput as never),
);

/** Changes the same fields of many titles; what is left empty stays as it is in each of them. */
export function BulkDialog({ count, busy, onClose, onSave }: BulkDialogProps) {
  const t = useTranslations();
  const errorOf = useFieldError();
  const { data: categories = [] } = useQuery(allCategories());
  const form = useForm<BulkForm>({ resolver, defaultValues: NO_CHANGE });
  const { errors, isDirty } = form.formState;
  const field = (name: keyof BulkForm, label: MessageKey, props: { type: string }) => (
    <Field label={t(label)} error={errorOf(errors[name])}>
      {(control) => (
        <Input
          {...control}
          {...form.register(name, props.type === 'datetime-local' ? { setValueAs: toIsoDateTime } : {})}
          {...props}
        />
      )}
    </Field>
  );
  const choice = (name: keyof BulkForm, label: MessageKey, options: (readonly [string, string])[]) => (
    <Field label={t(label)} error={errorOf(errors[name])}>
      {(control) => (
        <Select {...control} {...form.register(name)}>
          <option value="">{t('admin.no_change')}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  const yesOrNo = [['yes', t('admin.yes')] as const, ['no', t('admin.no')] as const];
  const names = categories.map(({ name }) => [name, name] as const);
  const price = { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' };
  const moment = { type: 'datetime-local' };
  return (
    <FormDialog open dirty={isDirty} onClose={onClose}>
      <DialogContent
        title={t('admin.bulk_edit_title', { count })}
        description={t('admin.bulk_edit_text')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="bulk-edit" busy={busy} disabled={!isDirty}>
              {t(isDirty ? 'admin.bulk_save' : 'admin.bulk_nothing', { count })}
            </Button>
          </>
        }
      >
        <LiveForm
          id="bulk-edit"
          onSubmit={(event) => {
            event.preventDefault();
            // The resolver returns the parsed output of the schema.
            if (!busy) void form.handleSubmit((values) => onSave(values as unknown as BulkEditInput))(event);
          }}
          className="grid items-start gap-5 sm:grid-cols-2"
        >
          {choice('add_category', 'admin.bulk_add_category', names)}
          {choice('remove_category', 'admin.bulk_remove_category', names)}
          {field('purchase_price', 'admin.purchase_price', price)}
          {field('rental_price', 'admin.rental_price', price)}
          {choice('is_purchasable', 'admin.is_purchasable', yesOrNo)}
          {choice('is_rentable', 'admin.is_rentable', yesOrNo)}
          {choice('is_free', 'admin.is_free', yesOrNo)}
          {choice('featured', 'admin.featured', yesOrNo)}
          {field('publish_at', 'admin.publish_at', moment)}
          {field('unpublish_at', 'admin.unpublish_at', moment)}
        </LiveForm>
      </DialogContent>
    </FormDialog>
  );
}
