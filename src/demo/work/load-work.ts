import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#kernel/database/database'
import { systemScope } from '#kernel/outbox/deliver'
import { withRetry } from '#kernel/tenancy/retry'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { Tenant } from '#prisma/client'
import { dbWithin } from './db-within.ts'
import { type Made, type Stage, type StageContext, stages } from './stages.ts'
import { lockMarkSql, setTenantSql } from './tenant.sql.ts'

export interface DemoWorkOptions extends Pick<StageContext, 'secrets' | 'processorTools' | 'isMailSent'> {
  database: Database
  tenant: Tenant
  now: Date
  log: FastifyBaseLogger
}

/** Milliseconds for a stage. It takes some tenths of a second, and longer on a machine that is busy with its first start. */
const MAX_TIME = 60_000

/** The value of the mark when all stages are loaded. */
const LOADED = 'loaded'

/** How far the work of a tenant is loaded. */
interface Progress {
  /** Names of the stages that are loaded. */
  done: string[]
  made: Partial<Made>
}

/**
 * Adds the work of its office to a tenant's demonstration: tasks, a project, calendars, workflows with their groups and
 * templates, all by the services of the areas. Each stage is a short transaction with the mark of it, because users work
 * already: a long one would let their saves and the change feed wait. A load that was killed is continued by the next one, and
 * records that users deleted do not come back. Returns whether this load has completed the work.
 */
export const loadDemoWork = async (options: DemoWorkOptions): Promise<boolean> => {
  const { database, tenant, now, log } = options
  const scope = await systemScope({ database, clock: { now: () => now }, log }, tenant.id)
  for (;;) {
    const step = await withRetry(() => loadNext(scope, options))
    if (step !== 'more') return step === 'last'
  }
}

type Step = 'more' | 'last' | 'nothing'

/** Loads the next stage. A second process waits here for the first, and continues after it. */
const loadNext = (scope: Scope, options: DemoWorkOptions): Promise<Step> =>
  options.database.system.$transaction(
    async (tx) => {
      const key = `demo-work:${options.tenant.id}`
      const mark = await lockMark(tx, key)
      if (mark === LOADED) return 'nothing'
      const progress = JSON.parse(mark) as Progress
      const [stage, next] = stages.filter(({ name }) => !progress.done.includes(name))
      if (stage) await loadStage(scope, tx, options, { stage, progress })
      await tx.setting.update({ where: { key }, data: { value: next ? JSON.stringify(progress) : LOADED } })
      return next ? 'more' : 'last'
    },
    { timeout: MAX_TIME, maxWait: 10_000 },
  )

const lockMark = async (tx: Models, key: string): Promise<string> => {
  const value = JSON.stringify({ done: [], made: {} } satisfies Progress)
  await tx.setting.createMany({ data: [{ key, value }], skipDuplicates: true })
  const [mark] = await tx.$queryRaw<{ value: string }[]>(lockMarkSql(key))
  return mark?.value ?? value
}

/** Loads a stage, and adds it and what it has made to the progress. */
const loadStage = async (
  scope: Scope,
  tx: Models,
  { tenant, secrets, processorTools, isMailSent }: DemoWorkOptions,
  { stage, progress }: { stage: Stage; progress: Progress },
): Promise<void> => {
  await tx.$queryRaw(setTenantSql(tenant.id))
  await stage.load({
    scope: { ...scope, db: dbWithin(tx, tenant.id) },
    today: todayOf(scope),
    secrets,
    processorTools,
    isMailSent,
    get: (name) => {
      const value = progress.made[name]
      if (value === undefined) throw new Error(`No stage before "${stage.name}" has made ${name}`)
      return value
    },
    put: (made) => void Object.assign(progress.made, made),
  })
  progress.done.push(stage.name)
}
