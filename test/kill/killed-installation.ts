import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import pg from 'pg'
import { expect } from 'vitest'
import { prepareLogins } from '#src/installation/database/logins'
import { readPostmaster } from '#src/installation/embedded/postmaster'
import { startEmbedded } from '#src/installation/embedded/start-embedded'
import { applyMigrations } from '#src/installation/migrations/apply'
import { newDataDir, removeFolders, silent } from '../installation/embedded-support.ts'
import { LOGIN_KEY, TEST_SECRET } from '../support/database/login-key.ts'
import { type Receiver, startReceiver } from '../support/integration/receiver.ts'
import { startServerChild } from '../support/processes/server-child.ts'
import { createTenantKey } from '../support/processes/tenant-key.ts'
import { startWorker, type Worker } from '../support/processes/worker.ts'
import type { Target } from './write-contacts.ts'

const SETTINGS = {
  RATE_LIMIT_PER_CREDENTIAL: '10000000',
  RATE_LIMIT_PER_TENANT: '10000000',
  OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
}

/** PostgreSQL, two replicas, two workers, a tenant and a receiver of its webhooks: all but the receiver can be killed. */
export interface KilledInstallation {
  readonly target: Target
  readonly receiver: Receiver
  /** Runs a statement as the owner. */
  query<R extends object>(text: string): Promise<R[]>
  /** Kills every process of PostgreSQL at once, and starts it again on the same port. Returns the outage in ms. */
  killPostgres(): Promise<number>
  /** Kills a replica or a worker, each in its turn, and starts another. */
  killReplica(): Promise<void>
  killWorker(): Promise<void>
  /** The seconds since each job runner of all workers has looked for jobs. */
  lastLooks(): Promise<number[]>
  close(): Promise<void>
}

interface MeasuredWorker extends Worker {
  metricsPort: number
}

export const startKilledInstallation = async (): Promise<KilledInstallation> => {
  const dataDir = newDataDir()
  // Durable, as in production: a crash must lose nothing that was acknowledged.
  const startPostgres = () => startEmbedded({ dataDir, log: silent })
  let postgres = await startPostgres()
  await applyMigrations(postgres.url(), { log: silent })
  await prepareLogins({ url: postgres.url(), loginKey: LOGIN_KEY }, silent)
  const apiKey = await createTenantKey(postgres.url())
  const receiver = await startReceiver()
  const newReplica = () => startServerChild(postgres.url(), SETTINGS)
  const newWorker = async (): Promise<MeasuredWorker> => {
    const metricsPort = await freePort()
    const settings = { ...SETTINGS, GUILDHALL_SECRET: TEST_SECRET, METRICS_HOST: '127.0.0.1' }
    const env = { ...settings, DATABASE_URL: postgres.url(), METRICS_PORT: String(metricsPort) }
    return { ...(await startWorker(env)), metricsPort }
  }
  let replicas = [await newReplica(), await newReplica()]
  let workers = [await newWorker(), await newWorker()]
  return {
    target: { replicas: () => replicas, apiKey },
    receiver,
    query: async <R extends object>(text: string) => {
      const client = new pg.Client({ connectionString: postgres.url() })
      await client.connect()
      const { rows } = await client.query<R>(text)
      await client.end()
      return rows
    },
    killPostgres: async () => {
      const began = Date.now()
      const { home, port } = postgres
      killServer(readPostmaster(`${home}/data`)?.pid ?? 0)
      postgres = await startPostgres()
      expect(postgres.port).toBe(port)
      return Date.now() - began
    },
    killReplica: async () => {
      const [first, ...others] = replicas
      first?.process.kill('SIGKILL')
      await first?.ended
      replicas = [...others, await newReplica()]
    },
    killWorker: async () => {
      const [first, ...others] = workers
      await first?.kill()
      workers = [...others, await newWorker()]
    },
    lastLooks: async () => (await Promise.all(workers.map(readLastLooks))).flat(),
    close: async () => {
      for (const replica of replicas) replica.process.kill('SIGKILL')
      await Promise.all(workers.map((worker) => worker.kill()))
      await receiver.close()
      await postgres.stop()
      removeFolders()
    },
  }
}

const killServer = (pid: number): void => {
  const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  for (const target of [pid, ...backends.trim().split(/\s+/).map(Number)]) kill(target)
}

/** A backend can have ended by itself. */
const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH')
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

const readLastLooks = async ({ metricsPort }: MeasuredWorker): Promise<number[]> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return [...text.matchAll(/^job_runner_last_look_seconds\{[^}]*\} (\S+)$/gm)].map(([, age]) => Number(age))
}
