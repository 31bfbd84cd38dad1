import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { type Banner, PLACEMENTS } from './banner.ts';

interface BannerDialogProps {
  banner: Banner;
  busy: boolean;
  onClose: () => void;
  onSave: (values: Omit<Banner, 'id' | 'image_url'>) => void;
}

/** Keep equal to private.is_web_address in supabase/migrations. */
const isWebAddress = (link: string): boolean =>
  link === '' || /^(https?:\/\/[^\s/?#]+\S*|\/[^/\\\s]\S*|\/)$/.test(link);

export function BannerDialog({ banner, busy, onClose, onSave }: BannerDialogProps) {
  const t = useTranslations();
  const initial = { ...banner, link: banner.link ?? '' };
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState(false);
  const link = values.link.trim();
  const error = checked && !isWebAddress(link) ? t('errors.url_invalid') : undefined;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const { title, active, placement } = values;
    if (!busy && isWebAddress(link)) onSave({ title: title.trim(), active, placement, link: link || null });
  };
  return (
    <FormDialog open dirty={JSON.stringify(values) !== JSON.stringify(initial)} onClose={onClose}>
      <DialogContent
        size="s"
        title={t('admin.edit_banner')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="banner" busy={busy}>
              {t('admin.save')}
            </Button>
          </>
        }
      >
        <form id="banner" noValidate onSubmit={handleSubmit} className="grid gap-5">
          <Field label={t('admin.title')}>
            {(control) => (
              <Input
                {...control}
                value={values.title}
                maxLength={TITLE_MAX}
                onChange={({ target }) => setValues({ ...values, title: target.value })}
              />
            )}
          </Field>
          <Field label={t('admin.link')} error={error}>
            {(control) => (
              <Input
                {...control}
                type="url"
                value={values.link}
                placeholder="https://"
                onChange={({ target }) => setValues({ ...values, link: target.value })}
              />
            )}
          </Field>
          <Field label={t('admin.placement')}>
            {(control) => (
              <Select
                {...control}
                value={values.placement}
                onChange={({ target }) => setValues({ ...values, placement: target.value })}
              >
                {Object.entries(PLACEMENTS).map(([value, name]) => (
                  <option key={value} value={value}>
                    {t(name)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Switch
            label={t('admin.active')}
            checked={values.active}
            onCheckedChange={(active) => setValues({ ...values, active })}
          />
        </form>
      </DialogContent>
    </FormDialog>
  );
}
