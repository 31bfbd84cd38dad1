import type { Language } from '@lakou/contract/languages';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { giftLink, giftMessage } from './gift-message.ts';
import type { Gift } from './read-gifts.ts';

/** The ways to send the link: the giver's own phone, or an email of ours. */
export function ShareGift({ gift, code }: { gift: Gift; code: string }) {
  const t = useTranslations();
  const language = gift.language as Language;
  const link = giftLink(location.origin, code, language);
  const message = giftMessage({ language, from: gift.from_name, link, code });
  const phone = gift.recipient_phone ?? '';
  const { run: copy } = useAction(() => navigator.clipboard.writeText(link), {
    onSuccess: () => toast.success(t('commerce.gift_copied')),
    errorKey: 'commerce.gift_failed',
  });
  const { run: mail, isPending } = useAction(
    async (recipient_email: string) =>
      rowOrNull(await (await supabase()).rpc('resend_gift', { gift: gift.id, recipient_email })),
    { onSuccess: () => toast.success(t('commerce.gift_mailed')), errorKey: 'commerce.gift_failed' },
  );
  const { recipient_email } = gift;
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild size="s">
        <a
          href={`https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="chat" />
          {t('commerce.gift_whatsapp')}
        </a>
      </Button>
      <Button asChild size="s" variant="outline">
        <a href={`sms:${phone}?body=${encodeURIComponent(message)}`}>
          <Icon name="phone" />
          {t('commerce.gift_sms')}
        </a>
      </Button>
      <Button size="s" variant="outline" onClick={() => void copy()}>
        <Icon name="link" />
        {t('commerce.gift_copy')}
      </Button>
      {recipient_email && (
        <Button size="s" variant="outline" busy={isPending} onClick={() => void mail(recipient_email)}>
          <Icon name="mail" />
          {t('commerce.gift_mail')}
        </Button>
      )}
    </div>
  );
}
