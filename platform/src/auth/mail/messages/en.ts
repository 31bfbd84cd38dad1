import type { EmailTexts } from './email-texts.ts';

export const en: EmailTexts = {
  common: {
    code: 'Or type this code:',
    orLink: 'If the button does not work, open this address:',
    hour: 'The link and the code work once, for a short time.',
    sign: 'Lakou, the yard where Haitian films come together',
    sms: 'Your Lakou code is {code}. Do not share it.',
  },
  emails: {
    confirmation: {
      subject: 'Confirm your address',
      heading: 'Welcome to Lakou',
      body: 'One step is left: confirm that this address is yours.',
      button: 'Confirm my address',
      ending: 'You did not register? Then do nothing, and nothing happens.',
    },
    invite: {
      subject: 'You are invited to Lakou',
      heading: 'You are invited',
      body: 'Somebody keeps a seat for you in the yard. Accept, then choose your password.',
      button: 'Accept the invitation',
      ending: 'You did not expect this? Then do nothing.',
    },
    magic_link: {
      subject: 'Your sign-in link',
      heading: 'Sign in to Lakou',
      body: 'Here is the link you asked for. It signs you in without a password.',
      button: 'Sign in',
      ending: 'You did not ask for it? Then do nothing, and nobody gets in.',
    },
    recovery: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      body: 'Somebody asked for a new password for this account. If it was you, go on here.',
      button: 'Choose a new password',
      ending: 'It was not you? Then do nothing; your password stays as it is.',
    },
    email_change_new: {
      subject: 'Confirm your new address',
      heading: 'Confirm your new address',
      body: 'Your Lakou account is to use the address {address}. Confirm that it is yours.',
      button: 'Confirm the new address',
      ending: 'You know nothing of this? Then do nothing.',
    },
    email_change_current: {
      subject: 'Your address is being changed',
      heading: 'Your address is being changed',
      body: 'Your Lakou account is to use the address {address} from now on. Confirm that you want this.',
      button: 'Confirm the change',
      ending: 'It was not you? Then do nothing, and change your password.',
    },
    reauthentication: {
      subject: 'Your code',
      heading: 'Is it you?',
      body: 'Type this code to go on with what you were doing.',
      ending: 'You were doing nothing? Then change your password.',
    },
    already_registered: {
      subject: 'You already have an account',
      heading: 'You already have an account',
      body: 'Somebody tried to register at Lakou with this address, which already has an account. If it was you, sign in, or choose a new password if you forgot yours.',
      button: 'Sign in',
      ending: 'It was not you? Then do nothing; your account stays as it is.',
    },
  },
  changes: {
    password_changed: [
      'Your password was changed',
      'The password of your Lakou account was changed just now, and every other device was signed out.',
    ],
    email_changed: [
      'Your address was changed',
      'Your Lakou account uses another e-mail address from now on. We write to this one for the last time.',
    ],
    phone_changed: [
      'Your phone number was changed',
      'The phone number of your Lakou account was changed just now.',
    ],
    identity_linked: [
      'A new way to sign in was connected',
      'Your Lakou account was just connected with an account at Google or Facebook, which can sign in to it now.',
    ],
    identity_unlinked: [
      'A way to sign in was disconnected',
      'One of the ways to sign in to your Lakou account was removed just now. The account’s address stays the same.',
    ],
    factor_added: [
      'Two-factor sign-in was turned on',
      'A second factor was just added to your Lakou account. From now on signing in asks for it.',
    ],
    factor_removed: [
      'A second factor was removed',
      'A second factor was just removed from your Lakou account.',
    ],
    passkey_added: [
      'A passkey was added',
      'A passkey was just added to your Lakou account. It signs in without a password.',
    ],
    passkey_removed: ['A passkey was removed', 'A passkey was just removed from your Lakou account.'],
  },
  afterChange: {
    button: 'Go to the sign-in page',
    ending: 'It was not you? Then choose a new password at once: “Forgot password”, on the sign-in page.',
  },
};
