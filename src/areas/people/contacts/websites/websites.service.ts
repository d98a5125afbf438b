import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactWebsiteDetailInput } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactWebsite } from '#prisma/client'
import { changeContact, makePrimary } from '../contact-changes.service.ts'
import { findPart, markSaved } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { requireListRoom } from '../list-limits.queries.ts'
import { findWebsites, type WebsiteOfContact } from './websites.queries.ts'

const NOUN = 'web address'

/** Adds a web address (id 0) or changes one. @throws 400, 404, 412, 422 too-many. */
export const saveWebsite = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactWebsiteDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const websites = await findWebsites(tx, scope, contactId)
    const current = id === 0 ? undefined : findPart(websites, id, NOUN)
    if (!current) await requireListRoom(scope, tx, contactId, 'websites')
    const data = parseWebsitePart(input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactWebsite.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactWebsite.create({ data: { ...data, tenantId, contactId } })
    return { result: markSaved(saved, contact, 'primaryWebsiteId'), changes: { id: saved.id, ...data } }
  })

/** Removes a web address. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deleteWebsite = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'websites', async (tx) => {
    const { url } = findPart(await findWebsites(tx, scope, contactId), id, NOUN)
    await tx.contactWebsite.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, url, isDeleted: true } }
  })

/** Makes a web address the primary one. @throws 404, 412. */
export const makeWebsitePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const website = findPart(await findWebsites(tx, scope, contactId), id, NOUN)
    return makePrimary(scope, tx, contact, 'primaryWebsiteId', { ...website, isPrimary: true })
  })

const parseWebsitePart = (input: ContactWebsiteDetailInput, current: ContactWebsite | undefined) => {
  const url = input.Url === undefined && current ? current.url : parseWebsite(input.Url ?? '')
  if (url === null) throw badInput('/Url', 'must be a web address, like https://example.org')
  return {
    url,
    typeId: input.WebAddressTypeId ?? current?.typeId ?? 1,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}
