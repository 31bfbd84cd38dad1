import { RenewalNotice } from '#features/commerce/subscribe/renewal-notice.tsx';
import { NotificationSettings } from '#features/community/notifications/notification-settings.tsx';
import { ChangeEmail } from '#features/identity/account/change-email.tsx';
import { ChangePassword } from '#features/identity/account/change-password.tsx';
import { ConfirmIdentity } from '#features/identity/account/confirm-identity.tsx';
import { ConnectedAccounts } from '#features/identity/account/connected-accounts.tsx';
import { DeleteAccount } from '#features/identity/account/delete-account.tsx';
import { DeviceList } from '#features/identity/account/device-list.tsx';
import { MyData } from '#features/identity/account/my-data.tsx';
import { Passkeys } from '#features/identity/account/passkeys.tsx';
import { SecondFactor } from '#features/identity/account/second-factor.tsx';
import { Section } from '#features/identity/account/section.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { chooseLayout, useTelevisionLayout } from '#lib/television/layout.ts';
import { useTranslations } from '#lib/translations.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';

export default function AccountPage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <div className="page-width grid gap-8 py-10 sm:py-14">
      <Head title={t('identity.account_title')} hidden />
      <header>
        <h1 className="mb-2 text-title">{t('identity.account_title')}</h1>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <TextLink to="/profile">{t('identity.account_back_to_profile')}</TextLink>
          <TextLink to="/purchases">{t('commerce.purchases_title')}</TextLink>
          <TextLink to="/data-use">{t('playback.data_title')}</TextLink>
        </p>
      </header>
      <RenewalNotice viewer={user?.id} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {user ? <Sections viewer={user.id} /> : <SectionSkeletons />}
      </div>
    </div>
  );
}

function Sections({ viewer }: { viewer: string }) {
  const t = useTranslations();
  return (
    <>
      <ConfirmIdentity>
        <ChangeEmail />
        <ChangePassword />
        <Passkeys />
        <SecondFactor />
        <DeviceList />
        <ConnectedAccounts />
      </ConfirmIdentity>
      <Section title={t('identity.account_appearance')} text={t('identity.account_appearance_text')}>
        <div className="flex flex-wrap gap-3">
          <LanguageChoice />
          <ThemeChoice />
        </div>
        <TelevisionSwitch />
      </Section>
      <div id="notifications" className="grid scroll-mt-24">
        <Section title={t('shell.notifications')} text={t('community.notify_text')}>
          <NotificationSettings viewer={viewer} />
        </Section>
      </div>
      <MyData />
      <DeleteAccount />
    </>
  );
}

function TelevisionSwitch() {
  const t = useTranslations();
  return (
    <Switch
      label={t('shell.television_layout')}
      hint={t('shell.television_layout_text')}
      checked={useTelevisionLayout()}
      onCheckedChange={(checked) => chooseLayout(checked ? 'tv' : 'window')}
    />
  );
}

/** Everything below the heading is the member's own. */
function SectionSkeletons() {
  const t = useTranslations();
  return (
    <>
      <span role="status" className="sr-only">
        {t('shell.loading')}
      </span>
      <Skeleton className="h-72 rounded-l!" />
      <Skeleton className="h-96 rounded-l!" />
    </>
  );
}
