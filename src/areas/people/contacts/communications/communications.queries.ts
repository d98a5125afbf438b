import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactCommunication } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import type { Page, PageOf } from '../contact-parts-page.ts'

/** A page of the communications with a contact, latest first, without their text. */
export const listCommunications = async (
  scope: Scope,
  contactId: number,
  { take, skip }: Page,
): Promise<Versioned<PageOf<ContactCommunication>>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const where = { tenantId: scope.db.tenantId, contactId }
  const [total, rows] = await Promise.all([
    scope.db.prisma.contactCommunication.count({ where }),
    scope.db.prisma.contactCommunication.findMany({
      where,
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      take,
      skip,
    }),
  ])
  return { auditId, answer: { total, rows } }
}

/** One communication with its text. */
export const getCommunication = async (
  scope: Scope,
  contactId: number,
  id: number,
): Promise<Versioned<ContactCommunication>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.contactCommunication.findFirst({
    where: { tenantId: scope.db.tenantId, contactId, id },
  })
  if (!answer) throw notFound('communication')
  return { auditId, answer }
}
