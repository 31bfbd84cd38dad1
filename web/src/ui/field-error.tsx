import { Icon } from './icon.tsx';

/**
 * What is wrong with a field. The form moves the focus to the first such field, which reads it out as its
 * description; the polite region is for errors that appear after the reader has moved on. An alert for each
 * field would speak all of them at once, over one another.
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {error && (
        <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger-text">
          <Icon name="alert" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </div>
  );
}
