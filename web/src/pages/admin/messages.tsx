import { AdminShell } from '#features/admin/admin-shell.tsx';
import { ContactMessages } from '#features/admin/contact-messages.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function Messages() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.messages')}>
      <ContactMessages />
    </AdminShell>
  );
}
