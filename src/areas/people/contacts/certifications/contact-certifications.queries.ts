import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

export type WithCertification = Prisma.ContactCertificationGetPayload<{ include: { certification: true } }>

/** What a contact works on or has completed, by name. */
export const listContactCertifications = async (
  scope: Scope,
  contactId: number,
): Promise<Versioned<WithCertification[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.contactCertification.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    include: { certification: true },
    orderBy: [{ certification: { name: 'asc' } }, { id: 'asc' }],
  })
  return { auditId, answer }
}
