import type { ContactEmailDetail } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentEmail } from './emails.presenter.ts'

/** The primary one first, then as they were added. */
export const listEmails = async (scope: Scope, contactId: number): Promise<Versioned<ContactEmailDetail[]>> => {
  const { auditId, primaryEmailId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactEmail.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const shown = rows.map((row) => presentEmail(row, primaryEmailId))
  return { auditId, answer: [...shown.filter((row) => row.IsPrimary), ...shown.filter((row) => !row.IsPrimary)] }
}
