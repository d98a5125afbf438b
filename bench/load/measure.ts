import autocannon, { type Options, type Request } from 'autocannon'
import type { Contestant } from '../contestants/contestant.ts'
import type { Ask } from '../requests.ts'

/** One cell: the result of a contestant in one period. */
export interface Cell {
  /** Responses per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Microseconds of processor time of the server's own process per response, without PostgreSQL. */
  processor: number
}

export interface Load {
  connections: number
  seconds: number
  /** The contestant and its second process share the connections. */
  isShared?: boolean
}

/** Sends requests to one contestant for the given time. Throws on any response but 2xx, because errors are fast. */
export const measure = async (contestant: Contestant, load: Load, next: () => Ask): Promise<Cell> => {
  const processes = [contestant, ...(load.isShared && contestant.second ? [contestant.second] : [])]
  const processorTime = () => processes.reduce((sum, process) => sum + process.processorTime(), 0)
  const before = processorTime()
  const options = processes.map((process) => optionsFor(process, load, processes.length, next))
  const results = await Promise.all(options.map((each) => autocannon(each)))
  const result = autocannon.aggregateResult(results, options[0] as Options)
  const responses = result['2xx']
  const failed = result.non2xx + result.errors + result.timeouts
  // The period was too short for a busy machine.
  if (failed + responses === 0 && load.seconds < 10)
    return measure(contestant, { ...load, seconds: load.seconds * 4 }, next)
  if (failed > 0 || responses === 0)
    throw new Error(`${failed} requests like ${next().path} to ${contestant.name} failed`)
  return {
    rate: responses / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: ((processorTime() - before) * 1000) / responses,
  }
}

const optionsFor = ({ origin, headers }: Contestant, load: Load, processes: number, next: () => Ask): Options => ({
  url: origin,
  connections: Math.max(1, Math.floor(load.connections / processes)),
  duration: load.seconds,
  sampleInt: Math.min(1000, load.seconds * 1000),
  // Each connection has a context, which lasts from a request to its response.
  requests: [
    {
      setupRequest: (request: Request, context: Sent) => {
        context.ask = next()
        return filled(request, headers, context.ask)
      },
      onResponse: (status: number, body: string, { ask }: Sent) => void (status < 300 && ask?.onResponse?.(body)),
    },
  ],
  // In a worker thread, such as that of a test, autocannon computes no statistics. They are always computed below.
  skipAggregateResult: true,
})

interface Sent {
  ask?: Ask
}

const filled = (request: Request, headers: Record<string, string>, ask: Ask): Request => ({
  ...request,
  method: ask.method,
  path: ask.path,
  headers: ask.body === undefined ? headers : { ...headers, ...ask.headers, 'content-type': 'application/json' },
  ...(ask.body !== undefined && { body: ask.body }),
})

/** Returns the median: for an even number, the mean of the middle two. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [below = Number.NaN, above = Number.NaN] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}
