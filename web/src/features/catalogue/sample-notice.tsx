import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../ui/dialog.tsx';

interface SampleNoticeProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What a sample opens: a few words, never a shop (decision 29). */
export default function SampleNotice({ title, open, onOpenChange }: SampleNoticeProps) {
  const t = useWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        size="s"
        title={t('catalogue.sample_notice_title')}
        description={t('catalogue.sample_notice_text', { title })}
        footer={
          <DialogClose asChild>
            <Button>{t('ui.close')}</Button>
          </DialogClose>
        }
      />
    </Dialog>
  );
}
