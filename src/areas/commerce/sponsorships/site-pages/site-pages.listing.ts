import { SitePage } from '#contract/commerce/sites'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { ListField } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { SITE_MODULES } from '../site-modules/site-modules.model.ts'
import { ADVERTISING_NAMES, POSITIONS } from '../spots.model.ts'

const id = Prisma.sql`p.id`

const nameSql = (number: Sql, names: Readonly<Record<number, string>>): Sql =>
  Prisma.sql`CASE ${number} ${Prisma.join(
    Object.entries(names).map(([value, name]) => Prisma.raw(`WHEN ${value} THEN '${name}'`)),
    ' ',
  )} END`

/** The name of the module of a page `p`. */
export const moduleNameSql: Sql = nameSql(Prisma.sql`p.module_id`, SITE_MODULES)

/** Returns the name of what a spot shows, such as `top`. */
export const advertisingNameSql = (spot: Sql): Sql =>
  nameSql(Prisma.sql`${spot}.advertising_type_id`, ADVERTISING_NAMES)

/** Pages `p` with their site `w`, module `m`, and the spots `top` and `bottom`. */
export const PAGES: Sql = Prisma.sql`site_page p
  JOIN site w ON w.tenant_id = p.tenant_id AND w.id = p.site_id
  JOIN site_module m ON m.tenant_id = p.tenant_id AND m.type_id = p.module_id
  JOIN ad_spot top ON top.tenant_id = p.tenant_id AND top.page_id = p.id AND top.position = ${POSITIONS.top}
  JOIN ad_spot bottom ON bottom.tenant_id = p.tenant_id AND bottom.page_id = p.id
    AND bottom.position = ${POSITIONS.bottom}`

const typeField = (spot: Sql): ListField => optionalField('text', Prisma.sql`${spot}.advertising_type_id::text`)

const top = Prisma.sql`top`
const bottom = Prisma.sql`bottom`

/** Lists all pages `p`, by site and title. */
export const sitePageList = (scope: Scope): List =>
  listOf(
    {
      from: PAGES,
      row: SitePage,
      tenant: Prisma.sql`p.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Site, Title',
      fields: {
        SitePageId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`p.audit_id`),
        SiteId: valueField('integer', Prisma.sql`p.site_id`),
        Site: nameField(Prisma.sql`w.name`),
        SiteModuleTypeId: valueField('text', Prisma.sql`p.module_id::text`),
        SiteModule: valueField('text', moduleNameSql),
        Title: nameField(Prisma.sql`p.title`),
        RelativePath: valueField('text', Prisma.sql`p.path`),
        TopAdvertisingTypeId: typeField(top),
        BottomAdvertisingTypeId: typeField(bottom),
      },
      searched: Prisma.sql`(p.title || ' ' || p.path)`,
    },
    {
      TopAdvertisingTypeId: Prisma.sql`top.advertising_type_id::text`,
      BottomAdvertisingTypeId: Prisma.sql`bottom.advertising_type_id::text`,
      Actions: tenantRecordActionsSql(scope, { entity: 'sitepage' }, 'sponsorships:write', id),
    },
  )
