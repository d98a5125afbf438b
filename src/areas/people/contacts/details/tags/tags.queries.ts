import type { ContactTagItem, TagListItem } from '../../../../../contract/people/contacts-details.ts'
import type { Scope } from '../../../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../../../kernel/tenancy/tenant-db.ts'
import { foldedWords } from '../../../../../kernel/text/fold.ts'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.ts'

/** Contacts that count: those that are not deleted. */
const counted = { where: { contact: { deletedAt: null } } }

/** The tenant's tags by name, with how many contacts carry each. `criteria` is part of the name, folded. */
export const listTags = async (
  { db }: Scope,
  { take, skip, criteria }: { take: number; skip: number; criteria: string | undefined },
): Promise<TagListItem[]> => {
  const tags = await db.prisma.tag.findMany({
    where: { tenantId: db.tenantId, ...(criteria && { nameKey: { contains: foldedWords(criteria).join(' ') } }) },
    include: { _count: { select: { contacts: counted } } },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    take,
    skip,
  })
  return tags.map(({ id, name, cssColor, _count }) => ({
    TagId: id,
    Name: name,
    CssColor: cssColor,
    ContactCount: _count.contacts,
  }))
}

export const countTagged = (tx: Transaction, { db }: Scope, tagId: number): Promise<number> =>
  tx.contactTag.count({ where: { tenantId: db.tenantId, tagId, contact: { deletedAt: null } } })

/** The tags of one contact, by name. */
export const listTagsOfContact = async (scope: Scope, contactId: number): Promise<Versioned<ContactTagItem[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const tags = await scope.db.prisma.tag.findMany({
    where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
  return { auditId, answer: tags.map(presentTag) }
}

export const presentTag = (tag: { id: number; name: string; cssColor: string | null }): ContactTagItem => ({
  TagId: tag.id,
  Name: tag.name,
  CssColor: tag.cssColor,
})
