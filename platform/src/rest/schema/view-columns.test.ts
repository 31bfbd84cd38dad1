import { describe, expect, test } from 'vitest';
import { readViewColumns } from './view-columns.ts';

describe('a view', () => {
  test('lists its columns that are columns of a table', () => {
    const entry = (
      number: number,
      table: number,
      column: number,
      expression = '{VAR :varno 1 :varattno 1}',
    ) =>
      `{TARGETENTRY :expr ${expression} :resno ${number} :resname na\\)me\\{ :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;
    const inner = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 99, 9)}) :jointree <>}}`;
    const tree = `({QUERY :commandType 1 :cteList ({COMMONTABLEEXPR :ctequery {QUERY :targetList (${entry(7, 77, 7)})}}) :targetList (${entry(1, 16390, 1)} ${entry(2, 0, 0, inner)} ${entry(3, 16391, 2)}) :override 0})`;
    expect(readViewColumns(tree)).toEqual([
      { position: 1, originTable: 16390, originColumn: 1 },
      { position: 3, originTable: 16391, originColumn: 2 },
    ]);
    expect(readViewColumns('({QUERY :commandType 1 :targetList <>})')).toEqual([]);
  });
});
