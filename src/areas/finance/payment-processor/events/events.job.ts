import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorEvent } from '#prisma/client'
import { findAccount, type GatewayAccount } from '../accounts/accounts.queries.ts'
import { refreshCharge } from '../charges/charge-changes.service.ts'
import { SETTLE_CHARGE } from '../charges/charges.service.ts'
import { refreshPage } from '../charges/hosted-charges.service.ts'
import { settleCharge } from '../charges/refunds.service.ts'
import { refreshDispute } from '../disputes/dispute-states.service.ts'
import { type EventSubject, ProcessorFault } from '../payment-processor.port.ts'
import { refreshPayout } from '../payouts.service.ts'
import type { ProcessorTools } from '../processors.service.ts'
import { refreshAccount } from '../requirements/requirements.service.ts'
import { HANDLE_PROCESSOR_EVENT } from './events.service.ts'
import { deleteOldEventsSql } from './events.sql.ts'

type Refresh = (scope: Scope, tools: ProcessorTools, account: GatewayAccount, uid: string) => Promise<unknown>

const REFRESHES: Record<EventSubject, Refresh> = {
  charge: refreshCharge,
  page: refreshPage,
  dispute: refreshDispute,
  payout: refreshPayout,
  account: refreshAccount,
}

/** Returns the tasks that wait for the processor. */
export const processorTasks = (tools: ProcessorTools): Record<string, Task> => ({
  [HANDLE_PROCESSOR_EVENT]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: string }
    const scope = await systemScope(context, tenantId)
    const { prisma } = scope.db
    const where = { tenantId, id: Number(eventId), handledAt: null }
    const event = await prisma.processorEvent.findFirst({ where })
    if (!event) return
    await handleEvent(scope, tools, event)
    await prisma.processorEvent.updateMany({ where, data: { handledAt: scope.clock.now() } })
  },
  [SETTLE_CHARGE]: async (context, payload) => {
    const { tenantId, chargeId } = payload as { tenantId: number; chargeId: number }
    await settleCharge(await systemScope(context, tenantId), tools, chargeId)
  },
})

/**
 * Reads the object of an event at the processor again, so that repeated and reordered events are harmless. A failure of the
 * processor fails the job, which is run again.
 */
const handleEvent = async (scope: Scope, tools: ProcessorTools, event: ProcessorEvent): Promise<void> => {
  const account = await findAccount(scope, event.accountUid)
  // The account belongs to no gateway of the tenant.
  if (!account) return
  try {
    await REFRESHES[event.subject as EventSubject](scope, tools, account, event.subjectUid)
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unavailable') throw error
    scope.log.warn({ tenant: scope.db.tenantId, event: event.uid }, 'the object of a processor event does not exist')
  }
}

/** Deletes handled events of the payment processor. An older signature is rejected, so no event can be handled again. */
export const processorEventRetention = (days: number): CronTask =>
  deleteOldRows({
    name: 'processor-event-retention',
    at: '41 * * * *',
    days,
    rows: 'old events of the payment processor',
    statements: [deleteOldEventsSql],
  })
