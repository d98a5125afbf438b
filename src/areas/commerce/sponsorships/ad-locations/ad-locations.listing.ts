import { SitePageRow } from '#contract/commerce/advertising'
import { columnsOf, hiddenField } from '#kernel/listing/columns'
import { choiceField, nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { TOTAL_COLUMN } from '#kernel/listing/row-totals'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { SITE_MODULES } from '../site-modules/site-modules.model.ts'
import { advertisingNameSql, moduleNameSql, PAGES } from '../site-pages/site-pages.listing.ts'

const id = Prisma.sql`p.id`
const top = advertisingNameSql(Prisma.sql`top`)
const bottom = advertisingNameSql(Prisma.sql`bottom`)

/** A domain that a filter asks for finds the pages of its site, also if it is not the first one. */
const ofDomain = (domainId: number): Sql => Prisma.sql`EXISTS (SELECT FROM site_domain o
  WHERE o.tenant_id = p.tenant_id AND o.site_id = p.site_id AND o.id = ${domainId}::integer)`

const fields: Listing['fields'] = {
  SitePageId: valueField('integer', id),
  DomainId: optionalField('text', Prisma.sql`h.id::text`),
  SiteId: valueField('integer', Prisma.sql`p.site_id`),
  Domain: optionalField('text', Prisma.sql`h.host`),
  SiteModuleTypeId: hiddenField(valueField('integer', Prisma.sql`p.module_id`)),
  Type: choiceField('SiteModuleTypeId', SITE_MODULES, valueField('text', moduleNameSql)),
  Title: nameField(Prisma.sql`p.title`),
  RelativePath: valueField('text', Prisma.sql`p.path`),
  TopOfPageAd: optionalField('text', top),
  BottomOfPageAd: optionalField('text', bottom),
  HasAdsAssigned: hiddenField(
    valueField('boolean', Prisma.sql`(num_nonnulls(top.advertising_type_id, bottom.advertising_type_id) > 0)`),
  ),
}

const columns = columnsOf(fields, TOTAL_COLUMN)

/** Pages `p` with the first domain `h` of their site, if it has one. */
const from = Prisma.sql`${PAGES} LEFT JOIN site_domain h
  ON h.tenant_id = p.tenant_id AND h.site_id = p.site_id AND h.position = 0`

/** Any page, in the shape of the list. */
export const anyAdLocation: List = {
  listing: { from, tenant: Prisma.sql`p.tenant_id`, id, listed: Prisma.sql`true`, defaultOrder: '', fields: {} },
  columns,
}

/**
 * Lists pages `p` that can show ads, by domain and title.
 *
 * @param domainId limits it to the pages of the site that has this domain.
 */
export const adLocationList = (domainId: number | null): List => ({
  listing: {
    from,
    row: SitePageRow,
    tenant: Prisma.sql`p.tenant_id`,
    id,
    listed: domainId === null ? Prisma.sql`m.is_allowed` : Prisma.sql`(m.is_allowed AND ${ofDomain(domainId)})`,
    defaultOrder: 'Domain, Title',
    fields,
    searched: Prisma.sql`(p.title || ' ' || p.path)`,
  },
  columns,
})
