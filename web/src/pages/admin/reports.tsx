import { ReportsScreen } from '../../features/community/moderation/reports-screen.tsx';

export default function AdminReports() {
  return <ReportsScreen />;
}
