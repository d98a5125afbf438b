import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactEmail, ContactPhone, ContactWebsite } from '#prisma/client'
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

export type PhoneOfContact = WithPrimary<ContactPhone>

/** Lists the phone numbers of a contact, oldest first. */
export const findPhones = (models: Models, { db }: Scope, contactId: number): Promise<ContactPhone[]> =>
  models.contactPhone.findMany({ where: { tenantId: db.tenantId, contactId }, orderBy: { id: 'asc' } })

/** Lists the phone numbers of a contact: the primary one first, then the oldest. */
export const listPhones = (scope: Scope, contactId: number): Promise<Versioned<PhoneOfContact[]>> =>
  readParts(scope, contactId, async ({ primaryPhoneId }) =>
    putPrimaryFirst(await findPhones(scope.db.prisma, scope, contactId), primaryPhoneId),
  )

export type WebsiteOfContact = WithPrimary<ContactWebsite>

/** Lists the web addresses of a contact, oldest first. */
export const findWebsites = (models: Models, { db }: Scope, contactId: number): Promise<ContactWebsite[]> =>
  models.contactWebsite.findMany({ where: { tenantId: db.tenantId, contactId }, orderBy: { id: 'asc' } })

/** Lists the web addresses of a contact: the primary one first, then the oldest. */
export const listWebsites = (scope: Scope, contactId: number): Promise<Versioned<WebsiteOfContact[]>> =>
  readParts(scope, contactId, async ({ primaryWebsiteId }) =>
    putPrimaryFirst(await findWebsites(scope.db.prisma, scope, contactId), primaryWebsiteId),
  )
