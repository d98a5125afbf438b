import { AdCount } from '#contract/commerce/ad-delivery'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import { spotNameSql } from '../display-ads/display-ads.listing.ts'

const id = Prisma.sql`n.id`
const position = Prisma.sql`o.position::text`

/** The list of counts `n` of ads, the newest day first. */
export const adCountList: List = listOf(
  {
    from: Prisma.sql`ad_count n JOIN display_ad d ON d.tenant_id = n.tenant_id AND d.id = n.ad_id
      LEFT JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id AND c.deleted_at IS NULL
      LEFT JOIN ad_spot o ON o.tenant_id = n.tenant_id AND o.id = n.spot_id
      LEFT JOIN site_page g ON g.tenant_id = o.tenant_id AND g.id = o.page_id
      LEFT JOIN custom_ad_location l ON l.tenant_id = o.tenant_id AND l.id = o.location_id`,
    row: AdCount,
    tenant: Prisma.sql`n.tenant_id`,
    id,
    idType: 'bigint',
    listed: Prisma.sql`true`,
    defaultOrder: 'CountDate desc, AdCountId desc',
    fields: {
      AdCountId: valueField('bigint', id),
      AdId: valueField('integer', Prisma.sql`n.ad_id`),
      Title: nameField(Prisma.sql`d.title`),
      Contact: optionalField('text', Prisma.sql`c.display_name`),
      CountDate: valueField('date', Prisma.sql`n.day`),
      SitePageId: optionalField('integer', Prisma.sql`o.page_id`),
      PositionTypeId: optionalField('text', position),
      CustomAdLocationId: optionalField('integer', Prisma.sql`o.location_id`),
      Name: optionalField('text', spotNameSql),
      ImpressionCount: valueField('bigint', Prisma.sql`n.impressions`),
      ClickCount: valueField('bigint', Prisma.sql`n.clicks`),
    },
    totals: { values: {}, bucket: () => 'adcount' },
    searched: Prisma.sql`(d.title || ' ' || ${orEmptySql(Prisma.sql`c.display_name`)})`,
  },
  { CountDate: Prisma.sql`n.day` },
)
