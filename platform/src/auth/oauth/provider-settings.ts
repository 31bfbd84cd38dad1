export interface Providers {
  google?: GoogleSettings;
  facebook?: FacebookSettings;
}

export interface GoogleSettings {
  /** The first one signs people in here; the others (of apps, say) may only bring ID tokens. */
  clientIds: readonly [string, ...string[]];
  secret: string;
  /** Default: Google's own. Anybody else who speaks OpenID Connect would do. */
  issuer?: string;
}

export interface FacebookSettings {
  clientId: string;
  secret: string;
  /** Where people are asked. Default: Facebook's own. */
  dialogUrl?: string;
  /** Where codes are exchanged and profiles read. Default: the Graph API. */
  graphUrl?: string;
  /**
   * Facebook does not say whether it has made sure that an address belongs to the person. So by default such an address proves nothing: it opens no account that exists, and becomes
   * the new account's own only after a mailed link was followed. GoTrue believes it; set this to do the same.
   */
  trustAddresses?: boolean;
}
