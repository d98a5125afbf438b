import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import type { Prisma, Tag } from '#prisma/client'
import { getContactHead } from '../contact-kind.queries.ts'
import type { Versioned } from '../contact-parts.ts'
import type { Page } from '../contact-parts-page.ts'

/** How many contacts carry it, without deleted ones. */
export const withContactCount = {
  include: { _count: { select: { contacts: { where: { contact: { deletedAt: null } } } } } },
} as const

export type TagWithCount = Prisma.TagGetPayload<typeof withContactCount>

/** A page of the tenant's tags, by name. `criteria` is part of the name, folded before it is compared. */
export const listTags = (
  { db }: Scope,
  { take, skip, criteria }: Page & { criteria: string | undefined },
): Promise<TagWithCount[]> =>
  db.prisma.tag.findMany({
    where: { tenantId: db.tenantId, ...(criteria && { nameKey: { contains: foldedWords(criteria).join(' ') } }) },
    ...withContactCount,
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    take,
    skip,
  })

/** The tags of one contact, by name. */
export const listTagsOfContact = async (scope: Scope, contactId: number): Promise<Versioned<Tag[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const answer = await scope.db.prisma.tag.findMany({
    where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
  return { auditId, answer }
}
