import type { Plugin, Rolldown } from 'vite';

const ID = 'virtual:message-files';
const SCOPE = /\/contract\/src\/messages\/([a-z]{2})(?:-(home|everyone))?\.ts$/;

/** Of the browser's build, which comes before the server's. */
let files: Record<string, readonly string[]> = {};

/** `import files from 'virtual:message-files'`, for the server: the files of each language and scope, such as `files['fr home']`. */
export function messageFiles(): Plugin {
  return {
    name: 'lakou-message-files',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(files)}` : null),
    generateBundle(_options, bundle) {
      if (this.environment.name === 'client') files = findMessageFiles(bundle);
    },
  };
}

export function findMessageFiles(bundle: Rolldown.OutputBundle): Record<string, readonly string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName, imports }) => {
      const [, language, scope = 'admin'] = SCOPE.exec(facadeModuleId ?? '') ?? [];
      return language ? [[`${language} ${scope}`, [fileName, ...imports].map((name) => `/${name}`)]] : [];
    }),
  );
}
