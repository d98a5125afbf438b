import type { PersonAddress } from '../../../../../contract/people/contacts.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'
import { presentAddress } from './addresses.presenter.ts'

/** In the order in which they were added. */
export const listAddresses = async (scope: Scope, contactId: number): Promise<Versioned<PersonAddress[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactAddress.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    include: { address: true },
    orderBy: { id: 'asc' },
  })
  return { auditId, answer: rows.map(presentAddress) }
}
