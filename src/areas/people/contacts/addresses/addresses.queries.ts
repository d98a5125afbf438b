import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'

/** A contact's use of an address, with the address. */
export type AddressOfContact = Prisma.ContactAddressGetPayload<{ include: { address: true } }>

/** In the order in which they were added. */
export const listAddresses = async (scope: Scope, contactId: number): Promise<Versioned<AddressOfContact[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const rows = await scope.db.prisma.contactAddress.findMany({
    where: { tenantId: scope.db.tenantId, contactId },
    include: { address: true },
    orderBy: { id: 'asc' },
  })
  return { auditId, answer: rows }
}
