import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Classification, classified } from './classified.ts';
import { type ClientMethod, keyOf, readClientMethods } from './read-declarations.ts';

const OUTCOMES: Record<Classification['outcome'], string> = {
  works: 'yes',
  client: 'in the client',
  refused: 'no',
};

/** `docs/client-methods.md`: what each method of the official packages does here. */
export function clientMethodsDocument(root: string): string {
  const methods = readClientMethods(root);
  const sections = [...Map.groupBy(methods, (method) => method.package)].map(
    ([name, listed]) => `## @supabase/${name} ${versionOf(root, name)}\n\n${tables(listed)}`,
  );
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `# What each client method does here

Generated from the type declarations of the official packages by \`npm run client-methods\`. A unit test fails when a new
version declares a method that \`scripts/client-methods/classified-*.ts\` does not mention.

*yes*: our services answer it. *in the client*: it sends nothing of its own. *no*: it is answered with the error that is
named. The last column is the test in \`tests/wire\` that calls it.
`;

function tables(methods: ClientMethod[]): string {
  return [...Map.groupBy(methods, ({ type }) => type)]
    .map(([type, listed]) => {
      const rows = listed.map((method) => row(method, classified.get(keyOf(method))));
      return `### ${type}\n\n| method | | what | test |\n|---|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function row({ name }: ClientMethod, known: Classification | undefined): string {
  if (!known) return `| \`${name}\` | ? | not classified | |`;
  return `| \`${name}\` | ${OUTCOMES[known.outcome]} | ${known.about} | ${known.test ? `\`${known.test}\`` : ''} |`;
}

function versionOf(root: string, name: string): string {
  const file = join(root, 'node_modules/@supabase', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
