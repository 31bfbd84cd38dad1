import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Table } from '#ui/table.tsx';
import { type EditedTitle, type TitleFormValues, toFormValues } from './title-form-values.ts';

interface ConflictDialogProps {
  /** The title when the form was opened, as somebody else has saved it, and the values of the form. */
  opened: EditedTitle;
  now: EditedTitle;
  mine: TitleFormValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shown when somebody else has saved the title meanwhile: compares both versions and lets the person choose. */
export function ConflictDialog({
  opened,
  now,
  mine,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  const t = useTranslations();
  const [before, after] = [toFormValues(opened), toFormValues(now)];
  const names = (Object.keys(after) as (keyof TitleFormValues)[]).filter(
    (name) => formatValue(before[name]) !== formatValue(after[name]),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="l"
        title={t('admin.changed_meanwhile')}
        description={t('admin.changed_meanwhile_text')}
        footer={
          <>
            <Button variant="secondary" onClick={onTakeTheirs}>
              {t('admin.take_theirs')}
            </Button>
            <Button onClick={onKeepMine}>{t('admin.keep_mine')}</Button>
          </>
        }
      >
        <Table label={t('admin.changed_meanwhile')}>
          <thead>
            <tr>
              <th scope="col">{t('admin.field')}</th>
              <th scope="col">{t('admin.theirs')}</th>
              <th scope="col">{t('admin.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="max-w-56 break-words">{formatValue(after[name])}</td>
                <td className="max-w-56 break-words">{formatValue(mine[name])}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </DialogContent>
    </Dialog>
  );
}

function formatValue(value: TitleFormValues[keyof TitleFormValues]): string {
  if (typeof value === 'boolean') return value ? '✓' : '–';
  if (typeof value === 'string') return value || '–';
  const texts = Object.entries(value).filter(([, text]) => text);
  return texts.map(([language, text]) => `${language}: ${text}`).join('; ') || '–';
}
