import type { CategoryInput } from '@lakou/contract/admin/inputs';
import { CATEGORY_NAME_MAX, CATEGORY_TEXT_MAX } from '@lakou/contract/admin/limits';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FormDialog } from '../form-dialog.tsx';
import type { Category } from './category.ts';

interface CategoryDialogProps {
  category: Category | 'new' | null;
  busy: boolean;
  onClose: () => void;
  onSave: (values: CategoryInput) => void;
}

/** Name and description; a name is required. */
export function CategoryDialog({ category, busy, onClose, onSave }: CategoryDialogProps) {
  const t = useTranslations();
  const existing = typeof category === 'object' ? category : null;
  const [name, setName] = useState(existing?.name ?? '');
  const [description, setDescription] = useState(existing?.description ?? '');
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() && !busy) onSave({ name: name.trim(), description: description.trim() || null });
  };
  return (
    <FormDialog
      open={category !== null}
      dirty={name !== (existing?.name ?? '') || description !== (existing?.description ?? '')}
      onClose={onClose}
    >
      <DialogContent
        size="s"
        title={t(existing ? 'admin.edit_category' : 'admin.add_category')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="category" busy={busy} disabled={name.trim() === ''}>
              {t(existing ? 'admin.save' : 'admin.create')}
            </Button>
          </>
        }
      >
        <form id="category" noValidate onSubmit={handleSubmit} className="grid gap-5">
          <Field label={t('admin.name')} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={CATEGORY_NAME_MAX}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('admin.description')}>
            {(control) => (
              <Textarea
                {...control}
                value={description}
                maxLength={CATEGORY_TEXT_MAX}
                onChange={(event) => setDescription(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </FormDialog>
  );
}
