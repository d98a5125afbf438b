import type { Area } from '#areas/area'
import { type ContactLink, contactLinks, contactLists } from '#areas/people/contacts/contact-facts.listing'
import { chapterEntries } from '#areas/people/contacts/contact-followers.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Links } from '#kernel/listing/fields'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { ASSIGN_POSTAL_CODES, assignPostalCodes } from './assignments/assignments.job.ts'
import { assignmentFailed } from './assignments/assignments.model.ts'
import { chapterEvents } from './chapters.events.ts'
import { chaptersOfContact } from './chapters.listing.ts'
import { presentChapter } from './chapters.presenter.ts'
import { getChapter } from './chapters.queries.ts'
import { chapters } from './chapters.routes.ts'
import { CHAPTER_LISTS, updateChapterLists } from './members/lists.job.ts'
import { enterNewContact } from './members/members.service.ts'

const chapterUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'chapter',
  users: 'chapters',
  scope: 'chapters:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT h.${Prisma.raw(column)} AS used_id, h.id, o.display_name AS name
    FROM chapter h JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
    WHERE h.tenant_id = ${tenantId}::integer`,
})

const chapterUses: readonly RecordUse[] = [
  chapterUse('contact', 'organization_id', 'Delete the chapter first.'),
  chapterUse('calendar', 'calendar_id', 'Give the chapter another calendar first.'),
  chapterUse('group', 'group_id', 'Give the chapter another group first.'),
  chapterUse('paymentgateway', 'payment_gateway_id', 'Give the chapter another payment gateway first.'),
  {
    ...chapterUse('chapter', 'parent_id', 'Move or delete the child chapters first.'),
    user: 'child chapter',
    users: 'child chapters',
  },
  {
    of: 'chapter',
    user: 'contact',
    users: 'contacts',
    scope: 'contacts:read',
    remedy: 'Remove the contacts from the chapter first.',
    rows: (tenantId) => Prisma.sql`SELECT m.chapter_id AS used_id, m.contact_id AS id, c.display_name AS name
      FROM contact_chapter m JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
      WHERE m.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]

/** Returns the contacts of chapters, without those that lists do not contain, for lists of contacts: see linkField. */
const chapterLinks = (tenantId: number): Links => ({
  rows: Prisma.sql`contact_chapter link JOIN contact linked ON linked.tenant_id = link.tenant_id
    AND linked.id = link.contact_id AND linked.deleted_at IS NULL AND NOT linked.is_unmatched`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.chapter_id`,
})

const chapterLink: ContactLink = {
  field: 'ChapterId',
  noun: 'chapter',
  grant: 'chapters:read',
  links: chapterLinks,
}

export const chaptersArea: Area = {
  routes: [chapters],
  chapterScopes: ['chapters:read'],
  events: kinds('chapters', {
    [chapterEvents.created]: 'Chapter created',
    [chapterEvents.updated]: 'Chapter updated',
    [chapterEvents.deleted]: 'Chapter deleted',
    [chapterEvents.contactChanged]: 'Contact changed chapters',
  }),
  shapes: {
    chapter: presented('chapters:read', async (scope, id) => presentChapter(await getChapter(scope, id))),
  },
  uses: chapterUses,
  failures: [assignmentFailed],
  tasks: {
    [ASSIGN_POSTAL_CODES]: assignPostalCodes,
    [CHAPTER_LISTS]: updateChapterLists,
  },
  additions: [
    addTo(
      contactMoves,
      {
        kind: 'chapters',
        table: 'contact_chapter',
        column: 'contact_id',
        meaning: 'data',
        sameAs: 'w.chapter_id = l.chapter_id',
        settle: ({ tenantId, winner, loser }) => [
          // A choice by staff has precedence over postal codes in a chapter that both are in. The winner's chapter stays primary.
          Prisma.sql`UPDATE contact_chapter w SET is_by_postal_code = false FROM contact_chapter l
        WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner} AND l.tenant_id = ${tenantId}
          AND l.contact_id = ${loser} AND l.chapter_id = w.chapter_id AND NOT l.is_by_postal_code`,
          Prisma.sql`UPDATE contact_chapter SET is_primary = false
        WHERE tenant_id = ${tenantId} AND contact_id = ${loser} AND is_primary
          AND EXISTS (SELECT FROM contact_chapter w WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner})`,
        ],
      },
      {
        kind: 'chaptersOwned',
        table: 'chapter_owner',
        column: 'contact_id',
        meaning: 'right',
        sameAs: 'w.chapter_id = l.chapter_id',
      },
      { kind: 'chapterOrganizations', table: 'chapter', column: 'organization_id', meaning: 'right' },
    ),
    addTo(contactLists, chaptersOfContact),
    addTo(contactLinks, chapterLink),
    addTo(chapterEntries, enterNewContact),
  ],
}
