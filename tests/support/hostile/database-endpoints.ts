import fc from 'fast-check';
import { jsonBody, oneOf, piece, sometimes } from './atoms.ts';
import {
  type EndpointTemplate,
  headersOf,
  query,
  rarely,
  type Shape,
  type Targets,
} from './endpoint-template.ts';

export function rest({ tables }: Targets): EndpointTemplate {
  const operator = oneOf(
    ...['eq', 'neq', 'gt', 'in', 'like', 'ilike', 'match', 'imatch', 'is', 'fts', 'plfts', 'wfts(english)'],
    ...['cs', 'cd', 'ov', 'sl', 'adj', 'not.eq', 'not.in', 'eq(any)', 'like(all)', 'isdistinct', 'xx'],
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: piece },
    piece.map((text) => `(${text})`),
    piece.map((text) => `{${text}}`),
  );
  const address = ({ name, fields }: Shape): fc.Arbitrary<string> => {
    const column = fc.oneof({ weight: 8, arbitrary: oneOf(...Object.keys(fields)) }, piece);
    const condition = fc.tuple(column, operator, value);
    const filter = condition.map(([left, op, right]) => `${left}=${op}.${right}`);
    const logic = fc
      .tuple(oneOf('and', 'or', 'not.and', 'not.or'), fc.array(condition, { maxLength: 3 }))
      .map(([word, parts]) => `${word}=(${parts.map((part) => part.join('.')).join()})`);
    const embedded = fc.tuple(oneOf(...tables), column).map(([other, inner]) => `${other.name}(${inner})`);
    const select = fc
      .array(fc.oneof({ weight: 3, arbitrary: column }, embedded, piece), { maxLength: 4 })
      .map((items) => `select=${items.join()}`);
    const order = fc
      .tuple(column, oneOf('', '.asc', '.desc.nullsfirst', '.x'))
      .map(([by, way]) => `order=${by}${way}`);
    const other = fc
      .tuple(oneOf('limit', 'offset', 'on_conflict', 'columns', 'select', 'order'), piece)
      .map((two) => two.join('='));
    return fc
      .array(fc.oneof(filter, filter, logic, select, order, other), { maxLength: 4 })
      .map((parts) => `/rest/v1/${name}?${parts.join('&')}`);
  };
  const preference = oneOf(
    ...['return=representation', 'return=minimal', 'count=exact', 'count=planned', 'count=estimated'],
    ...['resolution=merge-duplicates', 'missing=default', 'handling=strict', 'tx=rollback', 'max-affected=0'],
    ...['max-affected=x', 'timezone=Mars/Base', 'return=', 'params=single-object'],
  );
  const known = oneOf(...tables).chain((table) => fc.tuple(address(table), jsonBody(table.fields)));
  const unknown = fc.tuple(
    piece.map((text) => `/rest/v1/${text}`),
    jsonBody({ id: [] }),
  );
  return {
    methods: ['GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    pathAndBody: fc.oneof({ weight: 9, arbitrary: known }, unknown),
    headers: headersOf({
      prefer: sometimes(fc.array(preference, { maxLength: 3 }).map((preferences) => preferences.join(', '))),
      'accept-profile': rarely(oneOf('public', 'private', 'auth', 'x')),
      'content-profile': rarely(oneOf('public', 'private', 'auth', 'x')),
      'range-unit': rarely(oneOf('items', 'bytes', 'x')),
    }),
  };
}

export function calls({ functions }: Targets): EndpointTemplate {
  const address = ({ name, fields }: Shape) =>
    query(oneOf(...Object.keys(fields), 'select', 'limit'), piece).map(
      (asked) => `/rest/v1/rpc/${name}?${asked}`,
    );
  return {
    methods: ['POST', 'POST', 'POST', 'POST', 'GET', 'HEAD'],
    pathAndBody: oneOf(...functions).chain((call) =>
      fc.tuple(
        fc.oneof({ weight: 4, arbitrary: fc.constant(`/rest/v1/rpc/${call.name}`) }, address(call)),
        jsonBody(call.fields),
      ),
    ),
  };
}
