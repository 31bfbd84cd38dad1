import type { Translate } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

export async function copyLink(path: string, t: Translate): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href);
    toast.success(t('community.link_copied'));
  } catch {
    toast.error(t('community.copy_failed'));
  }
}
