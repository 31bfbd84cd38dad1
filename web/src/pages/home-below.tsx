import { SubscriptionPanel } from '#features/catalogue/home/home-subscription.tsx';
import { StoreButtons } from '#features/catalogue/home/store-buttons.tsx';

/** Below the first screen, and mostly links. The markup is in the document; the script comes after the rest has started. */
export default function HomeBelow() {
  return (
    <>
      <SubscriptionPanel />
      <StoreButtons />
    </>
  );
}
