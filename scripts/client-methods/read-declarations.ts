import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';

/** Where each official package keeps its type declarations. */
const DECLARATIONS: Record<string, string> = {
  'supabase-js': 'dist/index.d.mts',
  'auth-js': 'dist/module',
  'postgrest-js': 'dist/index.d.mts',
  'storage-js': 'dist/index.d.mts',
  'realtime-js': 'dist/module',
  'functions-js': 'dist/module',
};

/** Classes that no application gets hold of. */
const INTERNAL: readonly string[] = [
  'ChannelAdapter',
  'Deferred',
  'PresenceAdapter',
  'Serializer',
  'SocketAdapter',
  'SupabaseAuthClient',
  'WebAuthnAbortService',
  'WebAuthnApi',
  'WebSocketFactory',
];

export interface ClientMethod {
  package: string;
  /** The class or interface that declares it. */
  type: string;
  name: string;
}

interface Member {
  type: string;
  kind?: string;
  accessibility?: string | null;
  key?: { type: string; name?: string };
}

/** Every public method of the classes and API interfaces that the official packages declare, each once. */
export function readClientMethods(root: string): ClientMethod[] {
  return Object.entries(DECLARATIONS).flatMap(([name, place]) => {
    const files = declarationFiles(join(root, 'node_modules/@supabase', name, place));
    const methods = files.flatMap((file) => methodsIn(readFileSync(file, 'utf8')));
    const unique = new Map(methods.map((method) => [keyOf(method), { package: name, ...method }]));
    return [...unique.values()];
  });
}

export function keyOf({ type, name }: Pick<ClientMethod, 'type' | 'name'>): string {
  return `${type}.${name}`;
}

function declarationFiles(path: string): string[] {
  if (path.endsWith('.mts')) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .sort()
    .map((file) => join(path, file));
}

function methodsIn(source: string): Omit<ClientMethod, 'package'>[] {
  return parseAst(source, { lang: 'dts' }).body.flatMap((statement) => {
    const declared = 'declaration' in statement ? (statement.declaration ?? statement) : statement;
    if (declared.type !== 'ClassDeclaration' && declared.type !== 'TSInterfaceDeclaration') return [];
    const type = declared.id?.name ?? '';
    const isClass = declared.type === 'ClassDeclaration';
    // Interfaces named so are the parts of a client, such as `auth.mfa`; others are plain data.
    const isApi = isClass ? !/Error$/.test(type) && !INTERNAL.includes(type) : /Api$/.test(type);
    const members = isApi ? (declared.body.body as Member[]) : [];
    return members.filter(isPublicMethod).map(({ key }) => ({ type, name: key?.name ?? '' }));
  });
}

function isPublicMethod({ type, kind, accessibility, key }: Member): boolean {
  const isMethod = type === 'TSMethodSignature' || (type === 'MethodDefinition' && kind === 'method');
  return (
    isMethod && !accessibility?.startsWith('pr') && key?.type === 'Identifier' && !key.name?.startsWith('_')
  );
}
