import type { CommunicationEdit, CommunicationListView } from '../../../../../contract/people/contacts-details.ts'
import { notFound } from '../../../../../kernel/errors/problem.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { type Page, presentPage } from '../page.ts'
import { presentCommunication, presentCommunicationEdit } from './communications.presenter.ts'

/** A page of the communications with a contact, latest first, without their text. */
export const listCommunications = async (
  scope: Scope,
  contactId: number,
  { take, skip }: Page,
): Promise<Versioned<CommunicationListView>> => {
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
  const shown = rows.map((row) => presentCommunication(scope, row))
  return { auditId, answer: presentPage(total, shown) }
}

/** One communication with its text. */
export const getCommunication = async (
  scope: Scope,
  contactId: number,
  id: number,
): Promise<Versioned<CommunicationEdit>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const row = await scope.db.prisma.contactCommunication.findFirst({
    where: { tenantId: scope.db.tenantId, contactId, id },
  })
  if (!row) throw notFound('communication')
  return { auditId, answer: presentCommunicationEdit(scope, row) }
}
