import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactDesignation } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'

/** Lists the designations of a contact by DisplayOrder, then the oldest first. */
export const findDesignations = (models: Models, { db }: Scope, contactId: number): Promise<ContactDesignation[]> =>
  models.contactDesignation.findMany({
    where: { tenantId: db.tenantId, contactId },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })

/** The same with the version of the contact. */
export const listDesignations = (scope: Scope, contactId: number): Promise<Versioned<ContactDesignation[]>> =>
  readParts(scope, contactId, () => findDesignations(scope.db.prisma, scope, contactId))
