import { Icon } from '#ui/icon.tsx';

/** Shows how many new items there are; the list does not move until it is pressed (P-33). */
export function NewItemsButton({
  label,
  count,
  onShow,
}: {
  label: string;
  count: number;
  onShow: () => void;
}) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-20 z-20 flex justify-center empty:sr-only tv:top-24"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto inline-flex min-h-11 animate-rise items-center gap-2 rounded-full bg-highlight px-5 font-semibold text-on-highlight shadow-shade"
        >
          <Icon name="refresh" className="size-4" />
          {label}
        </button>
      )}
    </div>
  );
}
