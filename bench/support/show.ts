import { outcomeOf, resultOf, type Report, type Row } from './report.ts';

const head = ['what', 'measured', 'against', 'result', 'target', 'reached'];
const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));

/** A report as Markdown, without its heading. */
export function markdownOf({ rows, remarks = [] }: Report): string {
  const lines = [head, rule, ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`);
  const list = remarks.map((remark) => `- ${remark}`);
  return [...lines, ...(list.length === 0 ? [] : ['', ...list])].join('\n');
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
