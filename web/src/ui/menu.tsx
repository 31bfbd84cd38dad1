import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export const Menu = Radix.Root;

/** Wraps the button that opens the menu. */
export function MenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger asChild {...props} />;
}

export function MenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className={cx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-appear overflow-y-auto rounded-l border border-line bg-surface-raised p-1.5 text-text shadow-shade',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}

const row = cx(
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-m px-3 py-2 text-start leading-tight outline-none select-none',
  'data-highlighted:bg-highlight data-highlighted:text-on-highlight data-disabled:opacity-60 data-disabled:cursor-not-allowed',
  'focus-visible:shadow-none! focus-visible:outline-none!',
);

type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: IconName | undefined;
  danger?: boolean | undefined;
  /** Makes the item a link. */
  to?: string | undefined;
};

export function MenuItem({ icon, danger, to, className, children, ...rest }: MenuItemProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  return (
    <Radix.Item
      asChild={to !== undefined}
      className={cx(row, danger && 'text-danger-text', className)}
      {...rest}
    >
      {to === undefined ? inside : <Link to={to}>{inside}</Link>}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-2 pb-1 text-sm font-semibold text-soft">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />;
}
