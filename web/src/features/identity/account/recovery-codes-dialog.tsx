import { saveFile } from '../../../lib/save-file.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogContent } from '../../../ui/dialog.tsx';

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useWords();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('account.codes')}
        description={t('account.codes_text')}
        size="s"
        footer={
          <>
            <Button
              variant="secondary"
              onClick={() => saveFile('lakou-recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)}
            >
              {t('account.codes_save')}
            </Button>
            <Button onClick={onClose}>{t('account.codes_kept')}</Button>
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
