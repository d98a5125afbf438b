import type { ContactLink } from '#areas/people/contacts/contact-links.listing'
import type { Links } from '#kernel/listing/fields'
import { Prisma } from '#prisma/client'

/** The contacts of chapters, without those that lists do not contain, for lists of contacts: see linkField. */
const chapterLinks = (tenantId: number): Links => ({
  rows: Prisma.sql`contact_chapter link JOIN contact linked ON linked.tenant_id = link.tenant_id
    AND linked.id = link.contact_id AND linked.deleted_at IS NULL AND NOT linked.is_unmatched`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.chapter_id`,
})

export const chapterLink: ContactLink = {
  field: 'ChapterId',
  noun: 'chapter',
  grant: 'chapters:read',
  links: chapterLinks,
}
