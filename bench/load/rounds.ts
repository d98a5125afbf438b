import type { Contestant } from '../contestants/contestant.ts'
import type { TenantFacts } from '../data/facts.ts'
import type { BenchOptions } from '../options.ts'
import { inTurn, type Workload } from '../workloads.ts'
import { type Cell, measure, median } from './measure.ts'

/** Medians over the rounds. */
export interface Row {
  workload: Workload['name']
  about: string
  target: number | null
  /** By entry: `bare` and `product`, or `small` and `large`. */
  cells: Record<string, Cell>
}

/** A contestant, and the tenant of its requests. */
export interface Entry {
  contestant: Contestant
  facts: TenantFacts
}

type Plan = Pick<BenchOptions, 'seconds' | 'rounds' | 'connections'>

/** Measures the entries in turn in each round and workload, so that a slow minute affects all of them. */
export const measureRounds = async (
  entries: Record<string, Entry>,
  chosen: readonly Workload[],
  plan: Plan,
  note: (line: string) => void,
): Promise<Row[]> => {
  const next = new Map(chosen.map((workload) => [workload, nextOf(entries, workload)]))
  const measureAll = async (secondsOf: (workload: Workload) => number, order: string[]): Promise<Map<string, Cell>> => {
    const cells = new Map<string, Cell>()
    for (const workload of chosen) {
      for (const name of order) {
        const { contestant, ask } = next.get(workload)?.[name] ?? {}
        if (contestant && ask)
          cells.set(
            `${workload.name}/${name}`,
            await measure(
              contestant,
              { ...plan, seconds: secondsOf(workload), isShared: workload.isShared ?? false },
              ask,
            ),
          )
      }
    }
    return cells
  }
  const names = Object.keys(entries)
  // The first run only warms caches and compilers. A short run, which measures nothing, does not wait for them.
  const isFull = plan.seconds >= FULL_SECONDS
  await measureAll(({ warmUp = 1 }) => (isFull ? warmUp : Math.min(1, plan.seconds)), names)
  const rounds: Map<string, Cell>[] = []
  for (let round = 1; round <= plan.rounds; round++) {
    rounds.push(await measureAll(() => plan.seconds, round % 2 === 0 ? [...names].reverse() : names))
    note(`round ${round} of ${plan.rounds}`)
  }
  return chosen.map(({ name, about, target }) => {
    const medians = names.flatMap((entry) => {
      const cells = rounds.flatMap((round) => round.get(`${name}/${entry}`) ?? [])
      return cells.length === 0 ? [] : [[entry, medianOf(cells)] as const]
    })
    return { workload: name, about, target, cells: Object.fromEntries(medians) }
  })
}

/** Seconds per cell from which a run measures. */
const FULL_SECONDS = 3

const nextOf = (entries: Record<string, Entry>, workload: Workload) =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => !(workload.isOwn && name === 'bare'))
      .map(([name, { contestant, facts }]) => [name, { contestant, ask: inTurn(workload, facts) }]),
  )

const medianOf = (cells: readonly Cell[]): Cell => {
  const of = (read: (cell: Cell) => number) => median(cells.map(read))
  return {
    rate: of(({ rate }) => rate),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    processor: of(({ processor }) => processor),
  }
}
