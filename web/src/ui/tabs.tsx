import { type ComponentProps, createContext, type KeyboardEvent, useContext, useId, useState } from 'react';
import { cx } from './class-names.ts';

interface TabState {
  id: string;
  value: string;
  choose: (value: string) => void;
}

const TabContext = createContext<TabState | null>(null);

function useTabs(): TabState {
  const state = useContext(TabContext);
  if (!state) throw new Error('a tab outside of <Tabs>');
  return state;
}

type TabsProps = Omit<ComponentProps<'div'>, 'onChange'> & {
  /** The tab that is open first, when the caller does not control `value`. */
  defaultValue?: string | undefined;
  value?: string | undefined;
  onValueChange?: (value: string) => void;
};

/** Our own instead of Radix's, whose panels carry a style attribute in the server's HTML. */
export function Tabs({ defaultValue = '', value, onValueChange, ...rest }: TabsProps) {
  const id = useId();
  const [own, setOwn] = useState(defaultValue);
  const choose = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    <TabContext value={{ id, value: value ?? own, choose }}>
      <div {...rest} />
    </TabContext>
  );
}

/** Arrow keys, Home and End walk through the tabs and open them. */
export function TabList({ label, className, ...rest }: ComponentProps<'div'> & { label: string }) {
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={walk}
      className={cx(
        'relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  );
}

export function Tab({
  value,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'value'> & { value: string }) {
  const tabs = useTabs();
  const open = tabs.value === value;
  return (
    <button
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-controls={`${tabs.id}-panel-${value}`}
      aria-selected={open}
      tabIndex={open ? 0 : -1}
      onClick={() => tabs.choose(value)}
      className={cx(
        'min-h-12 shrink-0 border-b-3 px-4 font-semibold focus-inset transition-colors',
        open
          ? 'border-action text-text'
          : 'border-transparent text-soft hover:border-line-strong hover:text-text',
        className,
      )}
      {...rest}
    />
  );
}

type TabPanelProps = ComponentProps<'div'> & {
  value: string;
  /** Its content is rendered while it is closed too; without scripts, which open tabs, it is shown. */
  keepMounted?: boolean;
};

export function TabPanel({ value, keepMounted = false, className, children, ...rest }: TabPanelProps) {
  const tabs = useTabs();
  const open = tabs.value === value;
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!open && !keepMounted}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the way on from its tab, also where nothing inside can be focused
      tabIndex={0}
      className={cx('pt-6', !open && keepMounted && 'hidden noscript:block', className)}
      {...rest}
    >
      {(open || keepMounted) && children}
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const to = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  tabs[to]?.focus();
  tabs[to]?.click();
}
