import type { ContactPhoneDetail } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentPhone } from './phones.presenter.ts'

/** The primary one first, then as they were added. */
export const listPhones = async (scope: Scope, contactId: number): Promise<Versioned<ContactPhoneDetail[]>> => {
  const { auditId, primaryPhoneId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactPhone.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const shown = rows.map((row) => presentPhone(row, primaryPhoneId))
  return { auditId, answer: [...shown.filter((row) => row.IsPrimary), ...shown.filter((row) => !row.IsPrimary)] }
}
