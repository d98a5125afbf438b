import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`l.id`

const actionsSql = (scope: Scope): Sql =>
  hasGrant(scope, 'sponsorships:write')
    ? Prisma.sql`CASE WHEN ${isInUseSql(usesOf('customadlocation'), scope, id)}
        THEN '["edit"]'::json ELSE '["edit","delete"]'::json END`
    : Prisma.sql`'[]'::json`

/** Lists custom ad locations `l`, by name. */
export const customAdLocationList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`custom_ad_location l`,
      tenant: Prisma.sql`l.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: { CustomAdLocationId: valueField('integer', id), Name: nameField(Prisma.sql`l.name`) },
      searched: Prisma.sql`l.name`,
    },
    { Actions: actionsSql(scope) },
  )
