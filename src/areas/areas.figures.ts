import { ledgerSyncFigures } from '#areas/finance/ledger-settings/sync/sync.figures'
import { processorEventFigures } from '#areas/finance/payment-processor/events/events.figures'
import { connectionFigures } from '#areas/integration/connections/connections.figures'
import { fileFigures } from '#areas/integration/files/files.figures'
import { logFigures } from '#areas/integration/logs/months/months.figures'
import { registryFigures } from '#areas/integration/national-registry/queue/queue.figures'
import { nativeFigures } from '#areas/integration/native-integrations/executions/executions.figures'
import { tenantExportFigures } from '#areas/integration/tenant-exports/tenant-exports.figures'
import { deliveryFigures } from '#areas/integration/webhooks/deliveries/deliveries.figures'
import { importFigures } from '#areas/people/imports/imports.figures'
import { workflowFigures } from '#areas/work/workflows/workflows.figures'
import type { Figure } from '#kernel/metrics/figure'
import { mailFigure } from '#services/mail/mail.figures'

/** The metrics of the services and areas. */
export const figures: readonly Figure[] = [
  mailFigure,
  ...deliveryFigures,
  ...processorEventFigures,
  ...ledgerSyncFigures,
  ...registryFigures,
  ...nativeFigures,
  ...connectionFigures,
  ...fileFigures,
  ...logFigures,
  ...workflowFigures,
  ...tenantExportFigures,
  ...importFigures,
]
