import { SignInLink } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LazyIllustration } from './lazy-illustration.tsx';

interface SignInPromptProps {
  /** With a title it fills the page. */
  title?: string;
  text: string;
  /** Of the link; 'Sign In' by default. */
  label?: string;
}

/** Something that needs a sign-in, and the way there and back. */
export function SignInPrompt({ title, text, label }: SignInPromptProps) {
  const t = useTranslations();
  const link = <SignInLink>{label ?? t('shell.sign_in')}</SignInLink>;
  if (title === undefined)
    return (
      <Alert
        action={
          <Button asChild size="s">
            {link}
          </Button>
        }
      >
        {text}
      </Alert>
    );
  return (
    <EmptyState
      level={1}
      art={<LazyIllustration of="key" className="h-56" />}
      title={title}
      text={text}
      action={<Button asChild>{link}</Button>}
    />
  );
}
