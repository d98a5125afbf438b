import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`t.id`
const contactCount = Prisma.sql`(SELECT count(*)::integer FROM contact_tag k
  JOIN contact c ON c.tenant_id = k.tenant_id AND c.id = k.contact_id AND c.deleted_at IS NULL
  WHERE k.tenant_id = t.tenant_id AND k.tag_id = t.id)`

/** The list of the tenant's tags, by name. A search finds a part of the name. */
export const tagList: List = listOf({
  from: Prisma.sql`tag t`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    TagId: valueField('integer', id),
    Name: valueField('text', Prisma.sql`t.name`, Prisma.sql`t.name_key COLLATE "C"`),
    CssColor: nameField(Prisma.sql`t.css_color`),
    ContactCount: valueField('integer', contactCount),
  },
  searched: Prisma.sql`t.name`,
})
