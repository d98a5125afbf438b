import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canEditCalendars } from './calendars.queries.ts'

const id = Prisma.sql`k.id`
const groupName = Prisma.sql`(SELECT g.name FROM contact_group g WHERE g.tenant_id = k.tenant_id AND g.id = k.group_id)`

const listing: Listing = {
  from: Prisma.sql`calendar k`,
  tenant: Prisma.sql`k.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    CalendarId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`k.audit_id`),
    Name: nameField(Prisma.sql`k.name`),
    Description: optionalField('text', Prisma.sql`k.description`),
    GroupName: nameField(groupName),
    IsActive: valueField('boolean', Prisma.sql`k.is_active`),
  },
  searched: Prisma.sql`concat_ws(' ', k.name, k.description)`,
}

const columns = (scope: Scope, canEdit: boolean): Sql =>
  columnsOf(listing.fields, {
    Actions: Prisma.sql`CASE WHEN NOT ${canEdit}::boolean THEN '[]'::json
    WHEN ${isInUseSql(usesOf('calendar'), scope, id)} THEN '["edit"]'::json
    ELSE '["edit","delete"]'::json END`,
  })

export const calendarList = (scope: Scope): List => ({
  listing,
  columns: columns(scope, canEditCalendars(scope)),
})
