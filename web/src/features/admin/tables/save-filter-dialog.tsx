import { FILTER_NAME_MAX, type SavedList } from '@lakou/contract/admin/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { savedFilters } from './read-saved-filters.ts';

interface SaveFilterDialogProps {
  values: { list: SavedList; search: string; filter: string; sort: string };
  /** The current search is left out. */
  isWithoutSearch: boolean;
  onClose: () => void;
}

/** Asks for a name and keeps the current filter. */
export function SaveFilterDialog({ values, isWithoutSearch, onClose }: SaveFilterDialogProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const isMissing = name.trim() === '';
  const { run, isPending } = useAdminAction(
    async (given: string) => {
      const { savedFilterInput } = await import('@lakou/contract/admin/inputs');
      const row = savedFilterInput.parse({ ...values, name: given });
      rowsOf(await (await supabase()).from('saved_filters').insert(row).select('id').single());
    },
    {
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: savedFilters(values.list).queryKey });
        toast.success(t('admin.filter_saved'));
        onClose();
      },
      errorKey: 'admin.filter_save_failed',
    },
  );
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isMissing && !isPending) void run(name);
  };
  return (
    <FormDialog open dirty={false} onClose={onClose}>
      <DialogContent
        size="s"
        title={t('admin.save_filter')}
        description={`${t('admin.save_filter_text')}${isWithoutSearch ? ` ${t('admin.save_filter_no_search')}` : ''}`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="save-filter" busy={isPending}>
              {t('admin.save')}
            </Button>
          </>
        }
      >
        <form id="save-filter" noValidate onSubmit={handleSubmit}>
          <Field
            label={t('admin.filter_name')}
            required
            error={checked && isMissing ? t('errors.category_name_required') : undefined}
          >
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={FILTER_NAME_MAX}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </FormDialog>
  );
}
