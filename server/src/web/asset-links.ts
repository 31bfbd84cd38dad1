/** The Android app that opens our pages as its own. */
export interface AndroidApp {
  package: string;
  /** SHA-256 of the certificates it is signed with, as `keytool` prints them. */
  fingerprints: readonly string[];
}

/** For `/.well-known/assetlinks.json`: tells Android that the app is ours, so that it shows pages without an address bar. */
export function assetLinks({ package: package_name, fingerprints }: AndroidApp): object[] {
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name, sha256_cert_fingerprints: fingerprints },
    },
  ];
}
