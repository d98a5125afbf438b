import type { Mutant } from './mutant.ts'
import { wingOf } from './population.ts'
import type { Failure } from './test-run.ts'

export type Stage = 'near' | 'walks' | 'all'

/** What became of a mutant. */
export interface Result {
  mutant: Mutant
  /** Whether its near tests have run. */
  isTried: boolean
  /** The tests that noticed it; undefined if it survived. */
  stage: Stage | undefined
  failure: Failure | undefined
}

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((part / whole) * 100)} %`)

/** One line for each group: its name, how many mutants, how many were noticed by each stage, how many survived. */
const tableOf = (title: string, results: readonly Result[], groupOf: (result: Result) => string): string[] => {
  const names = [...new Set(results.map(groupOf))].sort()
  const row = (name: string, group: readonly Result[]) => {
    const noticed = (stage: Stage) => group.filter((result) => result.stage === stage).length
    const left = group.filter(({ stage }) => !stage).length
    const cells = [group.length, noticed('near'), noticed('walks'), noticed('all'), left].map(String)
    return [name, ...cells, percent(group.length - left, group.length)]
  }
  const rows = [
    [title, 'mutants', 'near', 'walks', 'all', 'survived', 'noticed'],
    ...names.map((name) =>
      row(
        name,
        results.filter((result) => groupOf(result) === name),
      ),
    ),
    row('all', results),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0))) ?? []
  return rows.map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
}

export const describeMutant = ({ path, line, kind, change }: Mutant): string => `${path}:${line} [${kind}] ${change}`

/** Returns the tables by wing and by kind, and every survivor. */
export const reportText = (results: readonly Result[]): string => {
  const tried = results.filter(({ isTried }) => isTried)
  const survivors = tried.filter(({ stage }) => !stage)
  return [
    ...survivors.map(({ mutant }) => describeMutant(mutant)),
    '',
    ...tableOf('wing', tried, ({ mutant }) => wingOf(mutant.path)),
    '',
    ...tableOf('kind', tried, ({ mutant }) => mutant.kind),
    '',
    `mutants: ${tried.length}, noticed: ${tried.length - survivors.length}, survived: ${survivors.length}`,
  ].join('\n')
}

/** The results for programs. */
export interface JsonReport {
  seed: number
  results: (Pick<Mutant, 'path' | 'line' | 'kind' | 'change'> & {
    wing: string
    isTried: boolean
    noticedBy: Stage | null
    failure: Failure | null
  })[]
}

export const reportJson = (seed: number, results: readonly Result[]): string => {
  const report: JsonReport = {
    seed,
    results: results.map(({ mutant: { path, line, kind, change }, isTried, stage = null, failure = null }) => ({
      path,
      line,
      wing: wingOf(path),
      kind,
      change,
      isTried,
      noticedBy: stage,
      failure,
    })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
