import type { Scope } from '#kernel/tenancy/scope'
import type { ContactActivity } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import type { Page, PageOf } from '../contact-parts-page.ts'

/** A page of the activities of a contact, latest first. */
export const listActivities = async (
  scope: Scope,
  contactId: number,
  { take, skip, typeId }: Page & { typeId: number | undefined },
): Promise<Versioned<PageOf<ContactActivity>>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const where = { tenantId: scope.db.tenantId, contactId, ...(typeId !== undefined && { typeId }) }
  const [total, rows] = await Promise.all([
    scope.db.prisma.contactActivity.count({ where }),
    scope.db.prisma.contactActivity.findMany({
      where,
      orderBy: [{ activityDate: 'desc' }, { id: 'desc' }],
      take,
      skip,
    }),
  ])
  return { auditId, answer: { total, rows } }
}
