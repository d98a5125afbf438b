import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#kernel/database/database'
import type { FeedSecrets } from '#kernel/http/feed-secrets'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { Tenant } from '#prisma/client'
import { loadCalendars } from './calendars.ts'
import { findCast } from './cast.ts'
import { dbWithin } from './db-within.ts'
import { loadGroups } from './groups.ts'
import { loadProject } from './project.ts'
import { loadTaskTypes } from './task-types.ts'
import { loadTasks } from './tasks.ts'
import { loadWorkflows } from './workflows.ts'

export interface DemoWorkOptions {
  database: Database
  tenant: Tenant
  now: Date
  log: FastifyBaseLogger
  /** What makes the address of a published calendar. */
  secrets: FeedSecrets
  /** Whether mail leaves this installation: then no workflow of the demonstration runs. */
  isMailSent: boolean
}

/** Milliseconds. It takes less than one second, and longer where a machine is busy with its first start. */
const MOST_TIME = 300_000

/**
 * Gives a tenant's demonstration the work of its office: tasks, a project, calendars, workflows with their groups and
 * templates, all by the areas' own services. Once per tenant, in one transaction with the note of it: it is there whole
 * or not at all, and what somebody has deleted since does not come back. Whether it was added.
 */
export const loadDemoWork = async (options: DemoWorkOptions): Promise<boolean> => {
  const { database, tenant, now, log } = options
  const scope = await systemScope({ database, clock: { now: () => now }, log }, tenant.id)
  return database.system.$transaction(
    async (tx) => {
      if (!(await noteWork(tx, tenant.id))) return false
      await fillOffice({ ...scope, db: dbWithin(tx, tenant.id) }, options)
      return true
    },
    { timeout: MOST_TIME, maxWait: 10_000 },
  )
}

/** A second process waits here for the first, and then finds the note. */
const noteWork = async (tx: Models, tenantId: number): Promise<boolean> => {
  const data = [{ key: `demo-work:${tenantId}`, value: 'loaded' }]
  const { count } = await tx.setting.createMany({ data, skipDuplicates: true })
  return count === 1
}

const fillOffice = async (scope: Scope, { secrets, isMailSent }: DemoWorkOptions): Promise<void> => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const cast = await findCast(scope, today)
  const sources = { cast, today, types: await loadTaskTypes(scope) }
  await loadTasks(scope, sources)
  await loadProject(scope, sources)
  await loadCalendars(scope, secrets, today)
  const groups = await loadGroups(scope, cast)
  await loadWorkflows(scope, { ...sources, groups, isActive: !isMailSent })
}
