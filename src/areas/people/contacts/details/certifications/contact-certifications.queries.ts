import type { ContactCertificationEdit } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentContactCertification } from './contact-certifications.presenter.ts'

/** What a contact works on or has completed, by name. */
export const listContactCertifications = async (
  scope: Scope,
  contactId: number,
): Promise<Versioned<ContactCertificationEdit[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactCertification.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    include: { certification: true },
    orderBy: [{ certification: { name: 'asc' } }, { id: 'asc' }],
  })
  return { auditId, answer: rows.map((row) => presentContactCertification(scope, row)) }
}
