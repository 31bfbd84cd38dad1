import { build, type Plugin, type Rolldown } from 'vite';

const SUFFIX = '?script';

/**
 * `import script from './file.ts?script'`, for the server: the file with all it imports as the text of a script that can
 * run inside of a page, before the app.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'lakou-inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const entry = id.slice(0, -SUFFIX.length);
      const { code, modules } = await bundle(entry, this.environment.config.root);
      for (const module of modules) this.addWatchFile(module);
      return `export default ${JSON.stringify(code)}`;
    },
  };
}

async function bundle(entry: string, root: string): Promise<{ code: string; modules: string[] }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'script' } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  const [{ code, moduleIds }] = output;
  // The end of a script element must not be in its text.
  return { code: code.trim().replaceAll('</', '<\\/'), modules: moduleIds };
}
