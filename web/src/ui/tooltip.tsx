import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';

/** Additional text for its only child, on hover and focus. Nothing essential belongs here. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-64 animate-appear rounded-m bg-text px-2.5 py-1.5 text-sm leading-snug text-bg shadow-shade"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
