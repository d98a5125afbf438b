import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactPhone } from '#prisma/client'
import { putPrimaryFirst, type WithPrimary } from '../contact-parts.model.ts'
import { readParts, type Versioned } from '../contact-parts.queries.ts'

export type PhoneOfContact = WithPrimary<ContactPhone>

/** Lists the phone numbers of a contact, oldest first. */
export const findPhones = (models: Models, { db }: Scope, contactId: number): Promise<ContactPhone[]> =>
  models.contactPhone.findMany({ where: { tenantId: db.tenantId, contactId }, orderBy: { id: 'asc' } })

/** Lists the phone numbers of a contact: the primary one first, then the oldest. */
export const listPhones = (scope: Scope, contactId: number): Promise<Versioned<PhoneOfContact[]>> =>
  readParts(scope, contactId, async ({ primaryPhoneId }) =>
    putPrimaryFirst(await findPhones(scope.db.prisma, scope, contactId), primaryPhoneId),
  )
