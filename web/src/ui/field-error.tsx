import { Icon } from './icon.tsx';

/**
 * The error of a field. The form moves the focus to the first invalid field, whose description it is; the polite
 * region is for errors that appear later. An alert for each field would announce all of them at once.
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:sr-only">
      {error && (
        <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger-text">
          <Icon name="alert" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </div>
  );
}
