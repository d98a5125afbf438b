import { setTimeout as sleep } from 'node:timers/promises'
import { requireAgreement } from './agreement.ts'
import { type ServerOptions, startBare, startProduct } from './contestants/servers.ts'
import { readFacts } from './data/facts.ts'
import { createKey, LARGE, SMALL } from './data/records.ts'
import { measureRounds, type Row } from './load/rounds.ts'
import type { BenchOptions } from './options.ts'
import { measureTraces } from './traces.ts'
import { workloads } from './workloads.ts'

export interface Measurements {
  /** The rates of the product and the bare server on the large tenant. */
  rows: Row[]
  /** The rates of the product on a small and on the large tenant; empty unless requested. */
  growth: Row[]
  /** The rates of the product without traces, and with some and all of them; empty unless requested. */
  traces: Row[]
  contacts: { small: number; large: number }
  /** The memory of the product's web process. */
  process: { readyMs: number; idleMb: number; loadedMb: number; maxMb: number }
}

type Plan = Pick<BenchOptions, 'seconds' | 'rounds' | 'connections' | 'workloads' | 'growth' | 'traces' | 'idleSeconds'>

/** Starts the contestants on a filled database, compares their responses, and measures them in turn. */
export const runBench = async (
  servers: ServerOptions,
  plan: Plan,
  note: (line: string) => void,
): Promise<Measurements> => {
  const { url } = servers
  const largeKey = await createKey(url, LARGE)
  const smallKey = await createKey(url, SMALL)
  const large = await readFacts(url, largeKey.tenantId)
  const small = await readFacts(url, smallKey.tenantId)
  const chosen = workloads.filter(({ name }) => plan.workloads.includes(name))
  const started = { ...servers, hasSecond: chosen.some(({ isShared }) => isShared) }
  const product = await startProduct(started, largeKey.key)
  const bare = await startBare(started, large).catch(async (error: unknown) => {
    await product.stop()
    throw error
  })
  try {
    note(`waiting ${plan.idleSeconds} s, until the memory of the start is collected`)
    await sleep(plan.idleSeconds * 1000)
    const idle = product.memory()
    for (const workload of chosen.filter(({ isOwn }) => !isOwn)) await requireAgreement(product, bare, workload, large)
    note('both return the same responses')
    const contest = { bare: { contestant: bare, facts: large }, product: { contestant: product, facts: large } }
    const rows = await measureRounds(contest, chosen, plan, note)
    const headers = { authorization: `ApiKey ${smallKey.key}` }
    const onSmall = { ...product, headers, ...(product.second && { second: { ...product.second, headers } }) }
    const sizes = { small: { contestant: onSmall, facts: small }, large: { contestant: product, facts: large } }
    const growth = plan.growth ? await measureRounds(sizes, chosen, plan, note) : []
    const { now, max } = product.memory()
    const tenant = { key: largeKey.key, facts: large }
    const traces = plan.traces ? await measureTraces(started, tenant, chosen, plan, note) : []
    return {
      rows,
      growth,
      traces,
      contacts: { small: small.contacts, large: large.contacts },
      process: { readyMs: product.readyIn, idleMb: idle.now, loadedMb: now, maxMb: max },
    }
  } finally {
    await Promise.all([bare.stop(), product.stop()])
  }
}
