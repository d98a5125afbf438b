import { Command, InvalidArgumentError, Option } from 'commander'
import { WORKLOAD_NAMES, type WorkloadName } from './workloads.ts'

/** The options of a run. */
export interface BenchOptions {
  /** Contacts of the large tenant. */
  contacts: number
  /** Open invoices of the large tenant. */
  invoices: number
  /** Seconds of load per cell: one workload on one contestant in one round. */
  seconds: number
  rounds: number
  /** Number of concurrent connections. */
  connections: number
  workloads: WorkloadName[]
  /** Seconds without load before the memory of the idle process is read. */
  idleSeconds: number
  /** Whether the small tenant is measured too, to see the cost of many contacts. */
  growth: boolean
  /** Whether the product is measured with traces, too. */
  traces: boolean
  /** File for the result as JSON. */
  json: string
}

export const readOptions = (argv: readonly string[]): BenchOptions => {
  const command = new Command('bench')
    .description('Measures the product against a bare server that runs the same SQL on the same tables.')
    .option('--contacts <n>', 'contacts of the large tenant', positive, 100_000)
    .option('--invoices <n>', 'open invoices of the large tenant', positive, 100_000)
    .option('--seconds <s>', 'seconds of load per workload, contestant and round', seconds, 5)
    .option('--rounds <n>', 'interleaved rounds; medians are reported', positive, 3)
    .option('--connections <n>', 'connections that ask at once', positive, 32)
    .option('--idle-seconds <s>', 'seconds without load before the idle memory is read', seconds, 12)
    .addOption(new Option('--only <workload...>', 'only these workloads').choices(WORKLOAD_NAMES))
    .option('--growth', 'compare a tenant of 10,000 contacts and open invoices with the large one as well', false)
    .option('--traces', 'compare the product without traces with one that sends some and all of them as well', false)
    .option('--json <file>', 'where the result goes', `bench/results/${stamp()}.json`)
  const { only, ...rest } = command.parse(argv).opts<Omit<BenchOptions, 'workloads'> & { only?: WorkloadName[] }>()
  return { ...rest, workloads: only ?? [...WORKLOAD_NAMES] }
}

export const positive = (text: string): number => {
  const read = Number(text)
  if (!Number.isInteger(read) || read < 1) throw new InvalidArgumentError('must be a whole number from 1')
  return read
}

const seconds = (text: string): number => {
  const read = Number(text)
  if (!(read > 0)) throw new InvalidArgumentError('must be a number above 0')
  return read
}

/** The current time as in 2026-11-21T03-50-19: sorts by time, and every file system accepts it. */
const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-')
