import type { Scope } from '#kernel/tenancy/scope'
import type { ContactWebsite } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

export type WebsiteOfContact = ContactWebsite & { isPrimary: boolean }

/** The primary one first, then as they were added. */
export const listWebsites = async (scope: Scope, contactId: number): Promise<Versioned<WebsiteOfContact[]>> => {
  const { auditId, primaryWebsiteId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactWebsite.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    orderBy: { id: 'asc' },
  })
  const marked = rows.map((row) => ({ ...row, isPrimary: row.id === primaryWebsiteId }))
  return { auditId, answer: marked.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary)) }
}
