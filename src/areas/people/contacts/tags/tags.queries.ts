import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import type { Prisma, Tag } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { tagEvents } from '../contacts.events.ts'

/** The query of a tag with the number of its contacts, without deleted ones. */
export const tagWithCount = {
  include: { _count: { select: { contacts: { where: { contact: { deletedAt: null } } } } } },
} as const

export type TagWithCount = Prisma.TagGetPayload<typeof tagWithCount>

export const tagKind: RecordKind<Tag> = {
  entity: 'tag',
  table: 'tag',
  events: tagEvents,
  find: (tx, key) => tx.tag.findFirst({ where: key }),
}

/** Returns the form of a tag's name that is unique: folded words, so "Café" equals "cafe", but "V.I.P." not "VIP". */
export const foldTagName = (name: string): string => foldedWords(name).join(' ')

/** Lists the tags of a contact by name. */
export const listTagsOfContact = (scope: Scope, contactId: number): Promise<Versioned<Tag[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.tag.findMany({
      where: { tenantId: scope.db.tenantId, contacts: { some: { contactId } } },
      orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    }),
  )
