import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { parseBalancesReport, parseChargesReport } from '#areas/finance/payment-processor/reports/reports.input'
import { reportTasks } from '#areas/finance/payment-processor/reports/reports.job'
import { MAKE_PROCESSOR_REPORT, requestReport } from '#areas/finance/payment-processor/reports/reports.service'
import type { WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { Files } from '#services/files/open-files'

interface ReportTools extends Omit<WorkContext, 'clock'> {
  files: Files
  processorTools: ProcessorTools
}

/** Makes the reports of the payment processor: the charges of the last 30 days, and the negative balances. */
export const loadReports = async (
  scope: Scope,
  { database, log, files, processorTools }: ReportTools,
): Promise<void> => {
  const { tenantId, prisma } = scope.db
  // A load that was killed begins again, and the same report cannot be requested twice.
  if (await prisma.processorReport.findFirst({ where: { tenantId } })) return
  const make = reportTasks({ ...processorTools, files })[MAKE_PROCESSOR_REPORT]
  const EndDate = todayOf(scope)
  const charges = parseChargesReport(scope, { StartDate: addDays(EndDate, -30), EndDate })
  for (const wanted of [charges, parseBalancesReport(scope, {})]) {
    const { id: reportId } = await requestReport(scope, wanted)
    await make?.({ database, clock: scope.clock, log }, { tenantId, reportId })
  }
}
