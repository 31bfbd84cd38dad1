import { AdminShell } from '../../features/admin/admin-shell.tsx';
import { ContactMessages } from '../../features/admin/contact-messages.tsx';
import { useWords } from '../../lib/words.tsx';

export default function Messages() {
  const t = useWords();
  return (
    <AdminShell title={t('admin.messages')}>
      <ContactMessages />
    </AdminShell>
  );
}
