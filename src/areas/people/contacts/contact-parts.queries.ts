import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { canWriteContacts, editableContactsSql } from './contacts.sql.ts'

const HEAD = {
  id: true,
  auditId: true,
  systemTypeId: true,
  primaryEmailId: true,
  primaryPhoneId: true,
  primaryWebsiteId: true,
  primaryAddressId: true,
} as const

/** The fields of a contact that its parts depend on. systemTypeId: 1 individual, 2 organization. */
export type ContactHead = Prisma.ContactGetPayload<{ select: typeof HEAD }>

/** Something that belongs to a contact, with the version of the contact. */
export interface Versioned<T> {
  result: T
  auditId: number
}

/** Finds the heads of contacts that are not deleted. */
export const findContactHeads = (
  models: Models,
  { db }: Pick<Scope, 'db'>,
  ids: readonly number[],
): Promise<ContactHead[]> =>
  models.contact.findMany({ where: { tenantId: db.tenantId, id: { in: [...ids] }, deletedAt: null }, select: HEAD })

/** Returns what a contact's parts depend on, with its version; 404 if the contact does not exist or is deleted. */
export const getContactHead = async (scope: Scope, contactId: number): Promise<ContactHead> => {
  const [contact] = await findContactHeads(scope.db.prisma, scope, [contactId])
  if (!contact) throw notFound('contact')
  return contact
}

/** Finds those of the contacts that the caller can change, for the Actions of what belongs to them. */
export const findEditable = async (scope: Scope, contactIds: readonly number[]): Promise<ReadonlySet<number>> => {
  if (!canWriteContacts(scope)) return new Set()
  const statement = editableContactsSql(scope, contactIds)
  if (!statement) return new Set(contactIds)
  return new Set((await scope.db.rows<{ id: number }>(statement)).map(({ id }) => id))
}

/** Reads parts of a contact, with its version; 404 if the contact does not exist or is deleted. */
export const readParts = async <T>(
  scope: Scope,
  contactId: number,
  read: (contact: ContactHead) => Promise<T>,
): Promise<Versioned<T>> => {
  const contact = await getContactHead(scope, contactId)
  return { auditId: contact.auditId, result: await read(contact) }
}
