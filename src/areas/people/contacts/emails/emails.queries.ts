import type { Scope } from '#kernel/tenancy/scope'
import type { ContactEmail } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

export type EmailOfContact = ContactEmail & { isPrimary: boolean }

/** The primary one first, then as they were added. */
export const listEmails = async (scope: Scope, contactId: number): Promise<Versioned<EmailOfContact[]>> => {
  const { auditId, primaryEmailId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactEmail.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const marked = rows.map((row) => ({ ...row, isPrimary: row.id === primaryEmailId }))
  return { auditId, answer: marked.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary)) }
}
