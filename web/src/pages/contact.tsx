import type { ReactNode } from 'react';
import { ContactForm } from '#features/community/contact-form.tsx';
import { Head } from '#lib/head.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { MailBirdArt } from '#ui/art/mail-bird.tsx';
import { Card } from '#ui/card.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { ProseText } from '#ui/prose.tsx';

export default function Contact() {
  const t = useTranslations();
  const { postalAddress } = useSettings();
  return (
    <div className="page-width grid gap-x-16 gap-y-10 pt-10 sm:pt-12 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr] lg:pt-16">
      <Head title={t('shell.contact_us')} description={t('community.contact_text')} />
      <header className="grid content-start gap-5">
        <div className="taptap-band w-28 sm:w-40" aria-hidden="true" />
        <h1 className="text-display">{t('shell.contact_us')}</h1>
        <p className="max-w-[44ch] text-lg leading-relaxed text-soft">{t('community.contact_text')}</p>
      </header>
      <Card className="sm:p-8 lg:row-span-2 lg:self-start xl:p-10">
        <ContactForm />
      </Card>
      <div className="flex items-end justify-between gap-8 lg:flex-col lg:items-start">
        <dl className="grid gap-6">
          <Way icon="mail" name={t('community.contact_by_email')}>
            <ProseText text="{email}" />
          </Way>
          <Way icon="map-pin" name={t('community.contact_by_post')}>
            <address className="text-balance not-italic">{postalAddress}</address>
          </Way>
          <Way icon="chat" name={t('community.contact_at_once')}>
            <ProseText text={t('community.contact_at_once_text')} />
          </Way>
        </dl>
        <MailBirdArt className="w-48 shrink-0 max-sm:hidden lg:ms-8 lg:w-60" />
      </div>
    </div>
  );
}

/** One way to reach us. */
function Way({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-3 font-display text-lg leading-tight font-bold">
        <Icon name={icon} className="text-highlight-text" />
        {name}
      </dt>
      <dd className="mt-1 ps-[2.15rem] text-soft">{children}</dd>
    </div>
  );
}
