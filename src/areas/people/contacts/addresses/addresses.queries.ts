import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { findDeletedContacts } from '../contacts.queries.ts'

/** A contact's use of an address, with the address. */
export type AddressOfContact = Prisma.ContactAddressGetPayload<{ include: { address: true } }>

/** Lists the addresses of a contact, oldest first. The source of an address is left out if it is deleted. */
export const listAddresses = (scope: Scope, contactId: number): Promise<Versioned<AddressOfContact[]>> =>
  readParts(scope, contactId, async () => {
    const { prisma, tenantId } = scope.db
    const found = await prisma.contactAddress.findMany({
      where: { tenantId, contactId },
      include: { address: true },
      orderBy: { id: 'asc' },
    })
    const sources = found.flatMap(({ address }) => address.sourceContactId ?? [])
    const others = sources.filter((id) => id !== contactId)
    const deleted = await findDeletedContacts(prisma, tenantId, others)
    return found.map((use) => (deleted.has(use.address.sourceContactId ?? 0) ? withoutSource(use) : use))
  })

const withoutSource = (use: AddressOfContact): AddressOfContact => ({
  ...use,
  address: { ...use.address, sourceContactId: null },
})
