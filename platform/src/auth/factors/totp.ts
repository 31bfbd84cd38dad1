import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Supported by every authenticator app; GoTrue uses the same. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface TotpEnrolment {
  qr_code: string;
  secret: string;
  uri: string;
}

/** A new secret, as QR code, text and URI. */
export function newTotp(issuer: string, label: string): TotpEnrolment {
  const totp = new TOTP({ ...KIND, issuer, label, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  // Named colours: the client puts this into a data URL, which a # would end.
  const qr_code = renderSVG(uri, { ecc: 'M', border: 2, whiteColor: 'white', blackColor: 'black' });
  return { qr_code, secret: totp.secret.base32, uri };
}

/** The 30-second step of the code, with one step of tolerance; undefined if the code is wrong. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? undefined : totp.counter() + delta;
}
