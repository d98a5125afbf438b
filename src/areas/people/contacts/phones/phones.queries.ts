import type { Scope } from '#kernel/tenancy/scope'
import type { ContactPhone } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

export type PhoneOfContact = ContactPhone & { isPrimary: boolean }

/** The primary one first, then as they were added. */
export const listPhones = async (scope: Scope, contactId: number): Promise<Versioned<PhoneOfContact[]>> => {
  const { auditId, primaryPhoneId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactPhone.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const marked = rows.map((row) => ({ ...row, isPrimary: row.id === primaryPhoneId }))
  return { auditId, answer: marked.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary)) }
}
