import type { Area } from '#areas/area'
import { contactLists } from '#areas/people/contacts/contact-facts.listing'
import { chapterEntries } from '#areas/people/contacts/contact-followers.service'
import type { ContactLink } from '#areas/people/contacts/contact-links.listing'
import { contactLinks } from '#areas/people/contacts/contact-links.listing'
import type { Links } from '#kernel/listing/fields'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { assignmentFailed } from './assignments/assignment-failures.model.ts'
import { ASSIGN_POSTAL_CODES, assignPostalCodes } from './assignments/assignments.job.ts'
import { chapterEvents } from './chapters.events.ts'
import { chaptersOfContact } from './chapters.listing.ts'
import { presentChapter } from './chapters.presenter.ts'
import { getChapter } from './chapters.queries.ts'
import { chapters } from './chapters.routes.ts'
import { chapterUses } from './chapters.uses.ts'
import { CHAPTER_LISTS, updateChapterLists } from './members/lists.job.ts'
import { enterNewContact } from './members/moves.service.ts'

/** The contacts of chapters, without those that lists do not contain, for lists of contacts: see linkField. */
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
    addTo(contactLists, chaptersOfContact),
    addTo(contactLinks, chapterLink),
    addTo(chapterEntries, enterNewContact),
  ],
}
