import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactEmail } from '#prisma/client'
import { putPrimaryFirst, type WithPrimary } from '../contact-parts.model.ts'
import { readParts, type Versioned } from '../contact-parts.queries.ts'

export type EmailOfContact = WithPrimary<ContactEmail>

/** Lists the email addresses of a contact, oldest first. */
export const findEmails = (models: Models, { db }: Scope, contactId: number): Promise<ContactEmail[]> =>
  models.contactEmail.findMany({ where: { tenantId: db.tenantId, contactId }, orderBy: { id: 'asc' } })

/** Lists the email addresses of a contact: the primary one first, then the oldest. */
export const listEmails = (scope: Scope, contactId: number): Promise<Versioned<EmailOfContact[]>> =>
  readParts(scope, contactId, async ({ primaryEmailId }) =>
    putPrimaryFirst(await findEmails(scope.db.prisma, scope, contactId), primaryEmailId),
  )
