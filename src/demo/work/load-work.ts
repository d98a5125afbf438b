import type { FastifyBaseLogger } from 'fastify'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { Database } from '#kernel/database/database'
import type { FeedSecrets } from '#kernel/http/feed-secrets'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { Tenant } from '#prisma/client'
import { loadSites } from './advertising.ts'
import { loadAssociation } from './association.ts'
import { loadBenefits } from './benefits.ts'
import { loadBooks } from './books.ts'
import { loadCalendars } from './calendars.ts'
import { findCast } from './cast.ts'
import { loadCustomFields } from './custom-fields.ts'
import { dbWithin } from './db-within.ts'
import { loadDocuments } from './documents.ts'
import { loadEventSponsors } from './event-sponsors.ts'
import { loadEvents } from './events.ts'
import { loadExchanges } from './exchanges.ts'
import { loadGroups } from './groups.ts'
import { loadIntegrations } from './integrations.ts'
import { loadLedger } from './ledger.ts'
import { loadLogEvents } from './log-events.ts'
import { loadOrders } from './orders.ts'
import { loadPaymentPlans } from './payment-plans.ts'
import { loadPayments } from './payments.ts'
import { loadProject } from './project.ts'
import { loadRegistrations } from './registrations.ts'
import { loadSignatures } from './signatures.ts'
import { loadSponsors } from './sponsors.ts'
import { loadStore } from './store.ts'
import { loadTaskTypes } from './task-types.ts'
import { loadTasks } from './tasks.ts'
import { setTenantSql } from './tenant.sql.ts'
import { loadTraining } from './training.ts'
import { loadWebhooks } from './webhooks.ts'
import { loadWorkflows } from './workflows.ts'

export interface DemoWorkOptions {
  database: Database
  tenant: Tenant
  now: Date
  log: FastifyBaseLogger
  /** What makes the address of a published calendar. */
  secrets: FeedSecrets
  processorTools: ProcessorTools
  /** Whether mail leaves this installation: then no workflow of the demonstration runs. */
  isMailSent: boolean
}

/** Milliseconds. The work takes less than one second, and longer on a machine that is busy with its first start. */
const MAX_TIME = 300_000

/**
 * Adds the work of its office to a tenant's demonstration: tasks, a project, calendars, workflows with their groups and
 * templates, all by the services of the areas. Runs once per tenant, in one transaction with the note of it, so that it
 * exists completely or not at all, and records that users deleted do not come back. Returns whether it was added.
 */
export const loadDemoWork = async (options: DemoWorkOptions): Promise<boolean> => {
  const { database, tenant, now, log } = options
  const scope = await systemScope({ database, clock: { now: () => now }, log }, tenant.id)
  return database.system.$transaction(
    async (tx) => {
      if (!(await noteWork(tx, tenant.id))) return false
      await tx.$queryRaw(setTenantSql(tenant.id))
      await fillOffice({ ...scope, db: dbWithin(tx, tenant.id) }, options)
      return true
    },
    { timeout: MAX_TIME, maxWait: 10_000 },
  )
}

/** A second process waits here for the first, and then finds the note. */
const noteWork = async (tx: Models, tenantId: number): Promise<boolean> => {
  const data = [{ key: `demo-work:${tenantId}`, value: 'loaded' }]
  const { count } = await tx.setting.createMany({ data, skipDuplicates: true })
  return count === 1
}

const fillOffice = async (scope: Scope, { secrets, processorTools, isMailSent }: DemoWorkOptions): Promise<void> => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const cast = await findCast(scope, today)
  const sources = { cast, today, types: await loadTaskTypes(scope) }
  await loadTasks(scope, sources)
  await loadProject(scope, sources)
  await loadCalendars(scope, secrets, today)
  const groups = await loadGroups(scope, cast)
  await loadCustomFields(scope)
  await loadBooks(scope, today)
  await loadPayments(scope, processorTools, cast)
  await loadLedger(scope)
  await loadDocuments(scope, today)
  const ticketsId = await loadBenefits(scope)
  await loadSites(scope)
  await loadSponsors(scope, today)
  const invited = [...cast.newcomers, ...cast.renewing]
  const demoEvents = await loadEvents(scope, { today, ticketsId, invited, isMailSent })
  await loadRegistrations(scope, demoEvents, cast)
  await loadTraining(scope, cast, today)
  await loadEventSponsors(scope, demoEvents)
  await loadPaymentPlans(scope, { tools: processorTools, isMailSent })
  await loadStore(scope, today)
  await loadOrders(scope, processorTools, cast)
  await loadIntegrations(scope, secrets, isMailSent)
  await loadLogEvents(scope, cast)
  await loadAssociation(scope)
  await loadExchanges(scope, processorTools.sealer)
  await loadWebhooks(scope, processorTools.sealer)
  await loadSignatures(scope, cast)
  await loadWorkflows(scope, { ...sources, groups, isActive: !isMailSent })
}
