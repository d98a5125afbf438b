import { deriveSearchTokens } from '#areas/people/contacts/search-tokens.model'
import type { Database } from '#kernel/database/database'
import type { Contact, Prisma } from '#prisma/client'

type Made = Partial<Omit<Prisma.ContactUncheckedCreateInput, 'tenantId' | 'id'>>

/** Inserts the row of an individual. Derives nothing: a test sets the columns that it needs. */
export const addPerson = (database: Database, tenantId: number, made: Made = {}): Promise<Contact> => {
  const firstName = made.firstName ?? 'Ada'
  const lastName = made.lastName ?? 'Lindqvist'
  const displayName = `${firstName} ${lastName}`
  const sortName = `${lastName} ${firstName}`.toLowerCase()
  return addContact(database, tenantId, { systemTypeId: 1, firstName, lastName, displayName, sortName, ...made })
}

/** Inserts the row of an organization. */
export const addOrganization = (database: Database, tenantId: number, made: Made = {}): Promise<Contact> => {
  const organizationName = made.organizationName ?? 'Lindqvist Foods'
  const names = { organizationName, displayName: organizationName, sortName: organizationName.toLowerCase() }
  return addContact(database, tenantId, { systemTypeId: 2, ...names, ...made })
}

const addContact = async (
  { system }: Database,
  tenantId: number,
  made: Made & { systemTypeId: number; displayName: string; sortName: string },
): Promise<Contact> => {
  const contact = await system.contact.create({ data: { tenantId, ...made } })
  const tokens = deriveSearchTokens(tenantId, {
    names: [contact.firstName, contact.lastName, contact.organizationName],
    emails: contact.emailAddress === null ? [] : [contact.emailAddress],
    phones: contact.phone === null ? [] : [{ number: contact.phone }],
    city: contact.city,
    accountNumber: contact.accountNumber,
  })
  await system.$executeRaw`UPDATE contact SET search = array_to_tsvector(${tokens}::text[])
    WHERE tenant_id = ${tenantId} AND id = ${contact.id}`
  return system.contact.findFirstOrThrow({ where: { tenantId, id: contact.id } })
}

/** Deletes a contact as the product does, by `deletedAt`; merged if there is a winner. */
export const endContact = async ({ system }: Database, { tenantId, id }: Contact, mergedIntoId?: number) => {
  const data = { deletedAt: new Date(), ...(mergedIntoId !== undefined && { mergedIntoId }) }
  await system.contact.updateMany({ where: { tenantId, id }, data })
}
