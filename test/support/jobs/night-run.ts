import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { figures } from '#areas/joined'
import { readConfig } from '#kernel/config/config'
import { createLogger } from '#kernel/logging/logger'
import { createMetrics } from '#kernel/metrics/metrics'
import { examine } from '#src/installation/doctor/doctor'
import { openInstallation } from '#src/installation/installation'
import { startServer } from '#src/server'
import { TEST_SECRET } from '../database/login-key.ts'
import { type ExecutedPlan, explainStatements, hearPlans } from '../database/statement-plans.ts'

/** What ran in a night. */
export interface Night {
  plans: ExecutedPlan[]
  /** The names of the scheduled tasks. */
  tasks: string[]
  metrics: string
}

/**
 * Runs what a server does in a night, by the product's own code: each task of its time table, the new day of each tenant, its
 * metrics, `guildhall doctor`, and a request of a browser. Returns the plans of all statements.
 */
export const runNight = async (url: string, admin: pg.Client): Promise<Night> => {
  await explainStatements(url)
  const { plans, stop } = hearPlans()
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-night-'))
  const env = { ...SETTINGS, DATABASE_URL: url, GUILDHALL_DATA_DIR: folder }
  const [config, log] = [readConfig(env), createLogger('silent')]
  const installation = await openInstallation(config, log)
  const server = await startServer(installation, log)
  try {
    const tasks = await runScheduledTasks(admin)
    await examine(env, log)
    const metrics = await createMetrics(installation.database, figures).registry.metrics()
    await fetch(`${server.address}/api/groups`, { method: 'OPTIONS', headers: PREFLIGHT })
    return { plans, tasks, metrics }
  } finally {
    await server.stop()
    await installation.close()
    stop()
    rmSync(folder, { recursive: true })
  }
}

const SETTINGS = {
  GUILDHALL_SECRET: TEST_SECRET,
  GUILDHALL_DEMO: 'false',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
}

const PREFLIGHT = { origin: 'https://members.example.org', 'access-control-request-method': 'GET' }

/** The time table is what the job library has been given. */
const runScheduledTasks = async (admin: pg.Client): Promise<string[]> => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT identifier AS name FROM graphile_worker._private_known_crontabs ORDER BY 1`,
  )
  const tasks = rows.map(({ name }) => name)
  await admin.query(`SELECT graphile_worker.add_job(name) FROM unnest($1::text[]) AS name`, [tasks])
  await expect.poll(() => countDueJobs(admin), { timeout: 120_000 }).toBe(0)
  return tasks
}

/** Jobs that are due or running. Those that failed wait for their next attempt. */
const countDueJobs = async (admin: pg.Client): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE run_at <= now() OR locked_at IS NOT NULL`,
  )
  return rows[0]?.n ?? 0
}
