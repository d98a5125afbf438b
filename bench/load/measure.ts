import autocannon, { type Options, type Request } from 'autocannon'
import type { Contestant } from '../contestants/contestant.ts'
import type { Ask } from '../workloads.ts'

/** One cell: what a contestant did in its time. */
export interface Cell {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Microseconds of processor time of the server's own process per answer; PostgreSQL's is not in it. */
  processor: number
}

export interface Load {
  connections: number
  seconds: number
}

/** Asks one contestant for the given time. Any answer but 2xx ends the run: fast refusals are no result. */
export const measure = async (contestant: Contestant, load: Load, next: () => Ask): Promise<Cell> => {
  const { origin, headers } = contestant
  const before = contestant.processorTime()
  const options: Options = {
    url: origin,
    connections: load.connections,
    duration: load.seconds,
    sampleInt: Math.min(1000, load.seconds * 1000),
    requests: [{ setupRequest: (request: Request) => filled(request, headers, next()) }],
    // It would leave that out in a worker thread, as the tests run in.
    skipAggregateResult: true,
  }
  const result = autocannon.aggregateResult([await autocannon(options)], options)
  const answers = result['2xx']
  const failed = result.non2xx + result.errors + result.timeouts
  // The time was too short for a busy machine.
  if (failed + answers === 0 && load.seconds < 10)
    return measure(contestant, { ...load, seconds: load.seconds * 4 }, next)
  if (failed > 0 || answers === 0)
    throw new Error(`${failed} requests like ${next().path} to ${contestant.name} failed`)
  return {
    rate: answers / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: ((contestant.processorTime() - before) * 1000) / answers,
  }
}

const filled = (request: Request, headers: Record<string, string>, { method, path, body }: Ask): Request => ({
  ...request,
  method,
  path,
  headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  ...(body !== undefined && { body }),
})

/** The middle one; of an even number the mean of both. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}
