import { parseBalancesReport, parseChargesReport } from '#areas/finance/payment-processor/reports/reports.input'
import { reportTasks } from '#areas/finance/payment-processor/reports/reports.job'
import { MAKE_PROCESSOR_REPORT, requestReport } from '#areas/finance/payment-processor/reports/reports.service'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { DemoFilesOptions } from './files.ts'

/** Makes the reports of the payment processor: the charges of the last 30 days, and the negative balances. */
export const loadReports = async (scope: Scope, options: DemoFilesOptions): Promise<void> => {
  const { tenantId, prisma } = scope.db
  // A load that was killed begins again, and the same report cannot be requested twice.
  if (await prisma.processorReport.findFirst({ where: { tenantId } })) return
  const { database, now, log, files, processorTools } = options
  const make = reportTasks({ ...processorTools, files })[MAKE_PROCESSOR_REPORT]
  const EndDate = dayIn(scope.tenant.timeZone, now)
  const charges = parseChargesReport(scope, { StartDate: addDays(EndDate, -30), EndDate })
  for (const wanted of [charges, parseBalancesReport(scope, {})]) {
    const { id: reportId } = await requestReport(scope, wanted)
    await make?.({ database, clock: { now: () => now }, log }, { tenantId, reportId })
  }
}
