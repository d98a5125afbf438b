import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Task } from '#kernel/jobs/task'
import type { Figure } from '#kernel/metrics/figure'
import { systemScope } from '#kernel/outbox/deliver'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { ABANDON_ATTEMPT, cancelAbandoned } from './attempts/attempts.service.ts'
import { presentCharge } from './charges/charges.presenter.ts'
import { getStoredCharge } from './charges/charges.queries.ts'
import { connectionSecrets } from './connections.queries.ts'
import { presentDispute } from './disputes/disputes.presenter.ts'
import { getDisputeById } from './disputes/disputes.queries.ts'
import { readDispute } from './disputes/disputes.service.ts'
import { processorEventRetention, processorTasks } from './events/events.job.ts'
import { waitingEventsSql } from './events/events.sql.ts'
import {
  chargeEvents,
  disputeEvents,
  reportEvents,
  requirementEvents,
  transferEvents,
} from './payment-processor.events.ts'
import { paymentProcessor } from './payment-processor.routes.ts'
import { processorFailures } from './processor-failures.model.ts'
import { processorTools } from './processor-tools.routes.ts'
import type { ProcessorTools } from './processors.service.ts'
import { reportTasks } from './reports/reports.job.ts'
import { REPORT_FILES } from './reports/reports.queries.ts'

/** Returns the tasks of attempts to pay, which wait for the processor. */
const attemptTasks = (tools: ProcessorTools): Record<string, Task> => {
  const abandon: Task = async (context, payload) => {
    const { tenantId, requestKey } = payload as { tenantId: number; requestKey: string }
    await cancelAbandoned(await systemScope(context, tenantId), tools, requestKey)
  }
  // Jobs from before the rename have the second name.
  return { [ABANDON_ATTEMPT]: abandon, abandon_store_checkout: abandon }
}

interface WaitingEvents {
  count: number
  seconds: number
}

const figure = (name: string, help: string, pick: (waiting: WaitingEvents) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<WaitingEvents>(waitingEventsSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The events of the payment processor that are not handled yet. */
const processorEventFigures: readonly Figure[] = [
  figure('processor_events_waiting', 'Events of the payment processor that wait.', ({ count }) => count),
  figure(
    'processor_oldest_event_seconds',
    'Seconds since the oldest waiting event of the payment processor was received.',
    ({ seconds }) => seconds,
  ),
]

/** Reports own the files that contain them. */
const reportFiles: readonly FileOwner[] = [
  {
    kind: REPORT_FILES,
    remedy: 'The file is a report of the payment processor. It is deleted 30 days after it was requested.',
    scope: 'payment-processor:read',
    rows: (tenantId) => Prisma.sql`SELECT r.id, r.file_name AS name FROM processor_report r
      WHERE r.tenant_id = ${tenantId}::integer`,
  },
]

const GATEWAY = {
  of: 'paymentgateway',
  scope: 'payment-processor:read',
  remedy: 'Set IsActive to false to allow no new ones.',
}

/** What charges use, and what the transactions of accounts without charges use. */
const paymentProcessorUses: readonly RecordUse[] = [
  {
    ...GATEWAY,
    user: 'charge',
    users: 'charges',
    rows: (tenantId) => Prisma.sql`SELECT a.gateway_id AS used_id, c.id, c.uid AS name FROM processor_account a
      JOIN processor_charge c ON c.tenant_id = a.tenant_id AND c.account_id = a.id
      WHERE a.tenant_id = ${tenantId}::integer`,
  },
  {
    ...GATEWAY,
    user: 'transaction',
    users: 'transactions',
    rows: (tenantId) => Prisma.sql`SELECT a.gateway_id AS used_id, t.id::float8 AS id, t.uid AS name
      FROM processor_account a JOIN gateway_transaction t ON t.tenant_id = a.tenant_id AND t.account_id = a.id
      WHERE a.tenant_id = ${tenantId}::integer AND NOT EXISTS (SELECT FROM processor_charge c
        WHERE c.tenant_id = a.tenant_id AND c.account_id = a.id)`,
  },
]

export const paymentProcessorArea: Area = {
  routes: [processorTools, paymentProcessor],
  events: [
    ...changes('payment-processor', 'Charge', chargeEvents),
    ...changes('payment-processor', 'Dispute', disputeEvents),
    ...changes('payment-processor', 'Transfer to the bank', transferEvents),
    ...kinds('payment-processor', {
      [requirementEvents.changed]: 'Requirements of the payment processor changed',
      [reportEvents.completed]: 'Report of the payment processor completed',
      [reportEvents.failed]: 'Report of the payment processor failed',
    }),
  ],
  shapes: {
    charge: presented('payment-processor:read', async (scope, id) => presentCharge(await getStoredCharge(scope, id))),
    dispute: presented('payment-processor:read', async (scope, id) => {
      const dispute = await getDisputeById(scope, id)
      const { messages, files } = await readDispute(scope, dispute)
      return presentDispute(scope, dispute, messages, files)
    }),
  },
  uses: paymentProcessorUses,
  files: reportFiles,
  failures: Object.values(processorFailures),
  sealed: connectionSecrets,
  outsideTasks: (tools) => ({ ...processorTasks(tools), ...attemptTasks(tools), ...reportTasks(tools) }),
  retention: ({ eventRetentionDays }) => [processorEventRetention(eventRetentionDays)],
  figures: processorEventFigures,
  additions: [
    addTo(contactMoves, { kind: 'charges', table: 'processor_charge', column: 'contact_id', meaning: 'data' }),
  ],
}
