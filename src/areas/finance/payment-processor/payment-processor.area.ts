import type { Area } from '#areas/area'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { attemptTasks } from './attempts/attempts.job.ts'
import { chargeEvents } from './charges/charges.events.ts'
import { presentCharge } from './charges/charges.presenter.ts'
import { getStoredCharge } from './charges/charges.queries.ts'
import { connectionSecrets } from './connections/connections.queries.ts'
import { disputeEvents } from './disputes/disputes.events.ts'
import { presentDispute } from './disputes/disputes.presenter.ts'
import { getDisputeById } from './disputes/disputes.queries.ts'
import { readDispute } from './disputes/disputes.service.ts'
import { processorEventFigures } from './events/events.figures.ts'
import { processorTasks } from './events/events.job.ts'
import { processorEventRetention } from './events/retention.job.ts'
import { paymentProcessor } from './payment-processor.routes.ts'
import { paymentProcessorUses } from './payment-processor.uses.ts'
import { transferEvents } from './payouts/payouts.events.ts'
import { processorFailures } from './processor-failures.model.ts'
import { processorTools } from './processor-tools.routes.ts'
import { reportEvents } from './reports/reports.events.ts'
import { reportFiles } from './reports/reports.files.ts'
import { reportTasks } from './reports/reports.job.ts'
import { requirementEvents } from './requirements/requirements.events.ts'

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
}
