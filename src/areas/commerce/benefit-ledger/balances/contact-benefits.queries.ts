import type { SqlRunner } from '#kernel/database/sql-runner'
import { readRow, readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Subject } from '../postings/postings.sql.ts'
import { benefitSummaryList, contactBenefitList } from './contact-benefits.listing.ts'

/** Returns what a contact has of one benefit. @throws 404. */
export const readContactBenefit = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, contactBenefitList(scope), id, 'benefit of the contact')

/** Returns the same in the documented shape BenefitSummaryItem, as JSON text. @throws 404. */
export const readBenefitSummary = async (scope: Scope, { contactId, itemId }: Subject): Promise<string> => {
  const { tenantId } = scope.db
  const balance = await scope.db.prisma.benefitBalance.findFirst({ where: { tenantId, contactId, itemId } })
  return readRow(scope.db, scope, benefitSummaryList(scope), balance?.id ?? 0, 'benefit of the contact')
}
