import type { Plugin } from 'vite';
import type { StyleIndex } from '#lib/used-styles.ts';
import { indexStyles } from './index-styles.ts';

/** `import index from '#styles/app.css?inline&index'`: the stylesheet in parts; in development it is one part. */
export function indexStylesheet(): Plugin {
  return {
    name: 'lakou-style-index',
    // After Vite has made a module of the stylesheet's text.
    enforce: 'post',
    transform(code, id) {
      if (!/\.css\?inline&index$/.test(id)) return null;
      const [, literal] = /^export default (".*")\s*;?\s*$/s.exec(code) ?? [];
      if (!literal) throw new Error(`the text of ${id} was not found`);
      const css = JSON.parse(literal) as string;
      const index = this.environment.mode === 'build' ? indexStyles(css) : undivided(css);
      return { code: `export default ${JSON.stringify(index)}`, map: null };
    },
  };
}

function undivided(css: string): StyleIndex {
  return {
    layers: [],
    names: [],
    rules: [{ within: [], selectors: [], declarations: [{ text: css }] }],
  };
}
