import { outcomeOf, resultOf, type Report, type Row, type Table } from './report.ts';

const head = ['what', 'measured', 'against', 'result', 'target', 'reached'];

/** A report as Markdown, without its heading. */
export function markdownOf({ rows, tables = [], remarks = [] }: Report): string {
  return [
    tableOf({ head, body: rows.map(cellsOf) }),
    ...(remarks.length === 0 ? [] : [remarks.map((remark) => `- ${remark}`).join('\n')]),
    ...tables.flatMap((table) => [`### ${table.title}`, tableOf(table)]),
  ].join('\n\n');
}

function tableOf({ head: first, body }: Omit<Table, 'title'>): string {
  const rule = first.map((_, index) => (index === 0 ? '---' : '---:'));
  return [first, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(row: Row): string[] {
  const reached = outcomeOf(row);
  if ('problem' in row) return [row.what, '–', row.problem, '–', '–', reached];
  const { what, value, unit, peer, target } = row;
  const result = peer === null ? unit : '×';
  const limit =
    target === null ? '–' : 'atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
  return [
    what,
    `${digits(value)} ${unit}`,
    peer === null ? '–' : `${peer.name}: ${digits(peer.value)} ${unit}`,
    `${digits(resultOf(row))} ${result}`,
    target === null ? limit : `${limit} ${result}`,
    reached,
  ];
}

/** Three significant digits. */
function digits(value: number): string {
  const whole = Math.abs(value) >= 1000;
  return whole ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
