import { saveFile } from '#lib/save-file.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('identity.account_codes')}
        description={t('identity.account_codes_text')}
        size="s"
        footer={
          <>
            <Button
              variant="secondary"
              onClick={() =>
                saveFile(
                  'lakou-recovery-codes.txt',
                  new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }),
                )
              }
            >
              {t('identity.account_codes_save')}
            </Button>
            <Button onClick={onClose}>{t('identity.account_codes_saved')}</Button>
          </>
        }
      >
        <ol className="grid gap-2 rounded-m bg-bg p-4 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="select-all">{code}</code>
            </li>
          ))}
        </ol>
      </DialogContent>
    </Dialog>
  );
}
