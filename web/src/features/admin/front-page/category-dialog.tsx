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
import { TranslationFields } from '../translation-fields.tsx';
import { toTranslations, toTranslationValues } from '../translation-values.ts';
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
  const [names, setNames] = useState(toTranslationValues(existing?.name_translations));
  const [descriptions, setDescriptions] = useState(toTranslationValues(existing?.description_translations));
  const values = {
    name: name.trim(),
    description: description.trim() || null,
    name_translations: toTranslations(names),
    description_translations: toTranslations(descriptions),
  };
  const [opened] = useState(JSON.stringify(values));
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (values.name && !busy) onSave(values);
  };
  return (
    <FormDialog open={category !== null} dirty={JSON.stringify(values) !== opened} onClose={onClose}>
      <DialogContent
        size="m"
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
          <TranslationFields isTranslated={(language) => Boolean(names[language] || descriptions[language])}>
            {(language) => (
              <>
                <Field label={t('admin.name')}>
                  {(control) => (
                    <Input
                      {...control}
                      value={names[language]}
                      maxLength={CATEGORY_NAME_MAX}
                      onChange={({ target }) => setNames({ ...names, [language]: target.value })}
                    />
                  )}
                </Field>
                <Field label={t('admin.description')}>
                  {(control) => (
                    <Textarea
                      {...control}
                      value={descriptions[language]}
                      maxLength={CATEGORY_TEXT_MAX}
                      onChange={({ target }) =>
                        setDescriptions({ ...descriptions, [language]: target.value })
                      }
                    />
                  )}
                </Field>
              </>
            )}
          </TranslationFields>
        </form>
      </DialogContent>
    </FormDialog>
  );
}
