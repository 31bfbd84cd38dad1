import type { ReactNode, SubmitEvent } from 'react';
import { useNavigate } from 'react-router';

interface PageFormProps {
  action: string;
  className?: string;
  children: ReactNode;
}

/** Opens a page with the fields as its query. Before the page is hydrated the browser does the same. */
export function PageForm({ action, className, children }: PageFormProps) {
  const navigate = useNavigate();
  function open(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void navigate({
      pathname: action,
      search: `${new URLSearchParams(new FormData(event.currentTarget) as never)}`,
    });
  }
  return (
    <form action={action} className={className} onSubmit={open}>
      {children}
    </form>
  );
}
