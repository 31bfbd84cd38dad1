import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';

/** Opens the device's own share menu; where there is none, copies the link of the page that is open to everybody. */
export function ShareButton({ id, title }: { id: string; title: string }) {
  const t = useTranslations();
  const share = async (): Promise<void> => {
    const url = new URL(`/titles/${id}`, location.origin).href;
    if (matchMedia('(pointer: coarse)').matches && navigator.share !== undefined)
      // Rejects when the person closes the menu.
      return navigator.share({ title, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t('catalogue.link_copied'));
    } catch {
      toast.error(t('catalogue.copy_failed'));
    }
  };
  return (
    <Button variant="secondary" onClick={() => void share()}>
      <Icon name="share" />
      {t('catalogue.share')}
    </Button>
  );
}
