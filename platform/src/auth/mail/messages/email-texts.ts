/** Changes to the ways into an account; each is reported to the address that the account had before. */
export type AccountChange =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed';

export interface EmailMessage {
  subject: string;
  heading: string;
  /** {address} is the new address, where one is being changed. */
  body: string;
  button?: string;
  ending: string;
}

type RequestedEmail =
  | 'confirmation'
  | 'invite'
  | 'magic_link'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'
  | 'already_registered';

export type EmailKind = RequestedEmail | AccountChange;

/** All emails of one language. */
export interface EmailTexts {
  /** Used in every email. */
  common: { code: string; orLink: string; hour: string; sign: string; sms: string };
  emails: Record<RequestedEmail, EmailMessage>;
  /** The subject, which is the heading too, and what happened. */
  changes: Record<AccountChange, [subject: string, body: string]>;
  afterChange: { button: string; ending: string };
}
