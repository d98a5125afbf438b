import type { ContactTagItem, TagListItem } from '#contract/people/contacts-details'
import type { Tag } from '#prisma/client'
import type { TagWithCount } from './tags.queries.ts'

export const presentTag = (tag: Tag): ContactTagItem => ({ TagId: tag.id, Name: tag.name, CssColor: tag.cssColor })

export const presentTagListItem = (tag: TagWithCount): TagListItem => ({
  TagId: tag.id,
  Name: tag.name,
  CssColor: tag.cssColor,
  ContactCount: tag._count.contacts,
})
