import { InstallOffer } from './install-offer.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';
import { PassNotice } from './pass-notice.tsx';
import { WelcomeOffer } from './welcome-offer.tsx';

/** What can wait until the page has loaded. */
export function LaterNotices() {
  return (
    <>
      <NewVersionNotice />
      <PassNotice />
      <InstallOffer />
      <WelcomeOffer />
    </>
  );
}
