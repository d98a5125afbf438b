import type { Measurements } from './bench.ts'
import type { Row } from './load/rounds.ts'

/** The maximum cost of a larger tenant, as a ratio. */
const MAX_GROWTH = 1.1
/** The maximum cost of the exact total of a list, as a ratio. */
const MAX_TOTAL = 1.1
/** The maximum time from the start of a web process to its first response. */
const MAX_READY_MS = 2000
/** The maximum memory of a web process, MB. */
const MAX_MEMORY = { idle: 180, loaded: 400 }

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')

/** Returns the printed tables. */
export const describeMeasurements = ({ rows, growth, traces, contacts, process }: Measurements): string => {
  const parts = [
    `${contacts.large} contacts. Requests per second, medians; own: microseconds of the web process per response.`,
    table(
      ['workload', 'bare', 'product', 'ratio', 'target', 'p99 ms', 'own bare', 'own product'],
      rows.map(contestLine),
    ),
    ...withTotal(rows),
    ...(growth.length === 0 ? [] : [growthTable(growth, contacts)]),
    ...(traces.length === 0 ? [] : [tracesTable(traces)]),
    `web process: ready after ${whole(process.readyMs)} ms (${MAX_READY_MS} ${verdict(process.readyMs <= MAX_READY_MS)})`,
    `memory: ${whole(process.idleMb)} MB idle (${MAX_MEMORY.idle} ${verdict(process.idleMb <= MAX_MEMORY.idle)}), ` +
      `${whole(process.loadedMb)} MB after the load, ` +
      `${whole(process.maxMb)} MB at most (${MAX_MEMORY.loaded} ${verdict(process.maxMb <= MAX_MEMORY.loaded)})`,
  ]
  return parts.join('\n\n')
}

const contestLine = ({ workload, target, cells: { bare, product } }: Row): string[] => {
  const ratio = bare ? (product?.rate ?? 0) / bare.rate : Number.NaN
  return [
    workload,
    whole(bare?.rate),
    whole(product?.rate),
    bare ? ratio.toFixed(2) : '',
    target === null ? '' : `${target.toFixed(2)} ${verdict(ratio >= target)}`,
    `${product?.p99 ?? ''}`,
    whole(bare?.processor),
    whole(product?.processor),
  ]
}

/** Returns the cost of the exact total: the same statement with and without it. */
const withTotal = (rows: readonly Row[]): string[] => {
  const rate = (name: string) => rows.find(({ workload }) => workload === name)?.cells.bare?.rate
  const without = rate('list')
  const counted = rate('list + count')
  if (!without || !counted) return []
  const times = without / counted
  return [
    `a page with its total takes ${times.toFixed(2)} times as long as without (${MAX_TOTAL} ${verdict(times <= MAX_TOTAL)})`,
  ]
}

const growthTable = (rows: readonly Row[], { small, large }: Measurements['contacts']): string =>
  table(
    ['growth', `${small} contacts`, `${large} contacts`, 'times slower', ''],
    rows.map(({ workload, cells }) => {
      const times = (cells.small?.rate ?? 0) / (cells.large?.rate ?? 0)
      const isMet = times <= MAX_GROWTH
      return [workload, whole(cells.small?.rate), whole(cells.large?.rate), times.toFixed(2), verdict(isMet)]
    }),
  )

/** The rates with traces as ratios to those without, and the own time that they add. */
const tracesTable = (rows: readonly Row[]): string =>
  table(
    ['traces', 'off', '5 %', 'ratio', 'all', 'ratio', 'own off', 'own 5 %', 'own all'],
    rows.map(({ workload, cells: { off, sampled, all } }) => {
      const ratio = (cell: typeof off) => ((cell?.rate ?? 0) / (off?.rate ?? 0)).toFixed(2)
      return [
        ...[workload, whole(off?.rate), whole(sampled?.rate), ratio(sampled), whole(all?.rate), ratio(all)],
        ...[off, sampled, all].map((cell) => whole(cell?.processor)),
      ]
    }),
  )

const whole = (value: number | undefined): string => (value === undefined ? '' : Math.round(value).toString())

const table = (head: string[], lines: string[][]): string => {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const row = (line: string[]) =>
    line.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join('  ')
  return [row(head), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.map(row)].join('\n')
}
