import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';

interface SampleNoticeProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains that a title is a sample; it cannot be bought (P-29). */
export default function SampleNotice({ title, open, onOpenChange }: SampleNoticeProps) {
  const t = useTranslations();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        size="s"
        title={t('catalogue.sample_notice_title')}
        description={t('catalogue.sample_notice_text', { title })}
        footer={
          <DialogClose asChild>
            <Button>{t('shell.close')}</Button>
          </DialogClose>
        }
      />
    </Dialog>
  );
}
