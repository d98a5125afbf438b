import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactWebsite } from '#prisma/client'
import { putPrimaryFirst, type WithPrimary } from '../contact-parts.model.ts'
import { readParts, type Versioned } from '../contact-parts.queries.ts'

export type WebsiteOfContact = WithPrimary<ContactWebsite>

/** Lists the web addresses of a contact, oldest first. */
export const findWebsites = (models: Models, { db }: Scope, contactId: number): Promise<ContactWebsite[]> =>
  models.contactWebsite.findMany({ where: { tenantId: db.tenantId, contactId }, orderBy: { id: 'asc' } })

/** Lists the web addresses of a contact: the primary one first, then the oldest. */
export const listWebsites = (scope: Scope, contactId: number): Promise<Versioned<WebsiteOfContact[]>> =>
  readParts(scope, contactId, async ({ primaryWebsiteId }) =>
    putPrimaryFirst(await findWebsites(scope.db.prisma, scope, contactId), primaryWebsiteId),
  )
