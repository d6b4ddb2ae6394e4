import { resultOf, outcomeOf, type Measured, type Row } from './report.ts';

/** The columns of a table of rows. */
export const columns = ['what', 'measured', 'against', 'result', 'target', 'reached'] as const;

type Cells = Readonly<Record<(typeof columns)[number], string>>;

export function cellsOf(row: Row): Cells {
  const none = '–';
  const reached = outcomeOf(row);
  if ('problem' in row) {
    const { what, problem } = row;
    return { what, measured: none, against: problem, result: none, target: none, reached };
  }
  return {
    what: row.what,
    measured: quantity(row.value, row.unit),
    against: row.peer === null ? none : `${row.peer.name}: ${quantity(row.peer.value, row.unit)}`,
    result: resultText(row),
    target: targetText(row),
    reached,
  };
}

/** One row for the terminal, with its change from the stored run. */
export function rowLines(row: Row, before: Row | undefined, sameMachine: boolean): string {
  if ('problem' in row) return `  ${outcomeOf(row)}  ${row.what}\n          ${row.problem}`;
  const { what, measured, against, result, target, reached } = cellsOf(row);
  const compared = row.peer === null ? measured : `${measured} against ${against}: ${result}`;
  const goal = row.target === null ? '' : `, target ${target}`;
  const change = changeText(row, before, sameMachine);
  return `  ${reached.padEnd(6)}  ${what}\n          ${compared}${goal}${change}`;
}

/** Times of different machines are not compared, but ratios are. */
function changeText(row: Measured, before: Row | undefined, sameMachine: boolean): string {
  if (before === undefined || 'problem' in before) return '; new';
  const parts = [
    ...(row.peer === null ? [] : [`result ${changed(resultOf(row), resultOf(before))}`]),
    ...(sameMachine || row.unit === 'kB' ? [`measured ${changed(row.value, before.value)}`] : []),
  ];
  return parts.length === 0
    ? '; kept run on another machine'
    : `; since the kept run: ${parts.join(', ')}`;
}

function changed(now: number, then: number): string {
  const percent = Math.round((now / then - 1) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)} %`;
}

function resultText(row: Measured): string {
  if (row.judged === 'value') return quantity(row.value, row.unit);
  const ratio = digits(resultOf(row));
  return row.judged === 'faster' ? `${ratio} × faster` : `${ratio} ×`;
}

function targetText(row: Measured): string {
  if (row.target === null) return '–';
  const limit = 'atMost' in row.target ? `≤ ${row.target.atMost}` : `≥ ${row.target.atLeast}`;
  if (row.judged === 'faster') return `${limit} × faster`;
  return `${limit} ${row.judged === 'slower' ? '×' : row.unit}`;
}

function quantity(value: number, unit: string): string {
  return `${digits(value)} ${unit}`;
}

/** Three significant digits. */
function digits(value: number): string {
  const whole = Math.abs(value) >= 1000;
  return whole ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
