import type { Contestant } from './contestants/contestant.ts'
import { type ServerOptions, startProduct, startReceiver } from './contestants/servers.ts'
import type { TenantFacts } from './data/facts.ts'
import { measureRounds, type Row } from './load/rounds.ts'
import type { BenchOptions } from './options.ts'
import type { Workload } from './workloads.ts'

/** Settings of the product, by entry: no traces, those of one request in twenty, those of all requests. */
const ENTRIES = {
  off: undefined,
  sampled: { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
  all: {},
} as const

/** Measures the cost of traces: the product without them, and with them sent to a receiver that does nothing. */
export const measureTraces = async (
  servers: ServerOptions,
  { key, facts }: { key: string; facts: TenantFacts },
  chosen: readonly Workload[],
  plan: Pick<BenchOptions, 'seconds' | 'rounds' | 'connections'>,
  note: (line: string) => void,
): Promise<Row[]> => {
  const running: Contestant[] = []
  const started = async (start: Promise<Contestant>): Promise<Contestant> => {
    const contestant = await start
    running.push(contestant)
    return contestant
  }
  try {
    const receiver = await started(startReceiver(servers))
    const entries: Record<string, { contestant: Contestant; facts: TenantFacts }> = {}
    for (const [name, sampling] of Object.entries(ENTRIES)) {
      const env = sampling && { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, ...sampling }
      const contestant = await started(startProduct({ ...servers, ...(env && { env }) }, key))
      entries[name] = { contestant, facts }
    }
    note('measuring with and without traces')
    return await measureRounds(entries, chosen, plan, note)
  } finally {
    await Promise.all(running.map((contestant) => contestant.stop()))
  }
}
