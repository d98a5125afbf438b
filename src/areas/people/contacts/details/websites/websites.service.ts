import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactWebsiteDetailInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactWebsite } from '#prisma/client'
import type { Versioned } from '../answer.ts'
import { assertRoom, changeContact, type HeldContact } from '../change-contact.service.ts'
import type { WebsiteOfContact } from './websites.queries.ts'

/** Adds a web address (id 0) or changes one. The first becomes the primary one (see refreshContactRow). */
export const saveWebsite = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactWebsiteDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const websites = await websitesOf(tx, contact, scope)
    const current = id === 0 ? undefined : findIn(websites, id)
    if (!current) assertRoom(websites.length, 'web addresses')
    const data = readInput(input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactWebsite.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactWebsite.create({ data: { ...data, tenantId, contactId } })
    const isPrimary = (contact.primaryWebsiteId ?? saved.id) === saved.id
    return { answer: { ...saved, isPrimary }, changes: { id: saved.id, ...data } }
  })

/** Removes a web address; the oldest that is left takes the place of a primary one. */
export const deleteWebsite = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const { url } = findIn(await websitesOf(tx, contact, scope), id)
    await tx.contactWebsite.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, url, isDeleted: true } }
  })

/** Makes a web address the one that lists show; nothing is written where it is that already. */
export const makeWebsitePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const website = findIn(await websitesOf(tx, contact, scope), id)
    if (contact.primaryWebsiteId === id) return { answer: { ...website, isPrimary: true } }
    await tx.contact.updateMany({
      where: { tenantId: scope.db.tenantId, id: contactId },
      data: { primaryWebsiteId: id },
    })
    return { answer: { ...website, isPrimary: true }, changes: { primaryId: id } }
  })

const websitesOf = (tx: Transaction, { id }: HeldContact, { db }: Scope): Promise<ContactWebsite[]> =>
  tx.contactWebsite.findMany({ where: { tenantId: db.tenantId, contactId: id }, orderBy: { id: 'asc' } })

const findIn = (websites: ContactWebsite[], id: number): ContactWebsite => {
  const found = websites.find((website) => website.id === id)
  if (!found) throw notFound('web address')
  return found
}

const readInput = (input: ContactWebsiteDetailInput, current: ContactWebsite | undefined) => {
  const url = input.Url === undefined && current ? current.url : parseWebsite(input.Url ?? '')
  if (url === null) throw badInput('/Url', 'must be a web address, like https://example.org')
  return {
    url,
    typeId: input.WebAddressTypeId ?? current?.typeId ?? 1,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}
