/// <reference types="vite/client" />

/** Made by styles/build-plugin.ts. */
declare module '*.css?inline&index' {
  const index: import('#lib/used-styles.ts').StyleIndex;
  export default index;
}

/** Made by lib/inline-scripts.ts. */
declare module '*?script' {
  const script: string;
  export default script;
}

/** Made by lib/message-files.ts. */
declare module 'virtual:message-files' {
  const files: Readonly<Record<string, readonly string[]>>;
  export default files;
}
