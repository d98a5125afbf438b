import type { ContactWebsiteDetail } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentWebsite } from './websites.presenter.ts'

/** The primary one first, then as they were added. */
export const listWebsites = async (scope: Scope, contactId: number): Promise<Versioned<ContactWebsiteDetail[]>> => {
  const { auditId, primaryWebsiteId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactWebsite.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const shown = rows.map((row) => presentWebsite(row, primaryWebsiteId))
  return { auditId, answer: [...shown.filter((row) => row.IsPrimary), ...shown.filter((row) => !row.IsPrimary)] }
}
