/** An Android app that shows this site as its own (a Trusted Web Activity). */
export interface AndroidApp {
  packageName: string;
  /** SHA-256 of the certificates it is signed with. */
  fingerprints: string[];
}

/** `/.well-known/assetlinks.json`: which app may open our addresses without a browser's frame. */
export function assetLinks({ packageName, fingerprints }: AndroidApp): object[] {
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: packageName,
        sha256_cert_fingerprints: fingerprints,
      },
    },
  ];
}
