export interface Providers {
  google?: GoogleSettings;
  facebook?: FacebookSettings;
}

export interface GoogleSettings {
  /** The first is used for the redirect flow; the others (of apps) only for ID tokens. */
  clientIds: readonly [string, ...string[]];
  secret: string;
  /** Default: Google's. Any OpenID Connect issuer works. */
  issuer?: string;
}

export interface FacebookSettings {
  clientId: string;
  secret: string;
  /** The authorization page. Default: Facebook's. */
  dialogUrl?: string;
  /** Where codes are exchanged and profiles read. Default: the Graph API. */
  graphUrl?: string;
  /**
   * Facebook does not report whether it has verified an address. By default such an address links no existing account
   * and is added to the new one only after confirmation by email. GoTrue trusts it; set this to do the same.
   */
  trustAddresses?: boolean;
}
