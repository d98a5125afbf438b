import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'

/** A contact's use of an address, with the address. */
export type AddressOfContact = Prisma.ContactAddressGetPayload<{ include: { address: true } }>

/** Lists the addresses of a contact, oldest first. */
export const listAddresses = (scope: Scope, contactId: number): Promise<Versioned<AddressOfContact[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.contactAddress.findMany({
      where: { tenantId: scope.db.tenantId, contactId },
      include: { address: true },
      orderBy: { id: 'asc' },
    }),
  )
