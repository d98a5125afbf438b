import { columnsOf, listOf, pickFields } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`t.id`

/** Tests whether the term of an approved sponsor of the type `t` includes a day. */
const hasSponsorSql = (today: string): Sql => Prisma.sql`EXISTS (SELECT FROM sponsor n
  JOIN contact c ON c.tenant_id = n.tenant_id AND c.id = n.contact_id
  WHERE n.tenant_id = t.tenant_id AND n.type_id = t.id AND n.status_id = 2 AND n.deleted_at IS NULL
    AND c.deleted_at IS NULL AND n.starts_on <= ${today}::date AND (n.ends_on IS NULL OR n.ends_on >= ${today}::date))`

const listingOf = (isActiveNow: Sql): Listing => ({
  from: Prisma.sql`sponsorship_type t JOIN fee_item f ON f.tenant_id = t.tenant_id AND f.id = t.fee_item_id
    LEFT JOIN benefit_package p ON p.tenant_id = t.tenant_id AND p.id = t.benefit_package_id`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Price desc, SponsorshipLevel',
  fields: {
    SponsorshipTypeId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`t.audit_id`),
    SponsorshipLevel: nameField(Prisma.sql`t.name`),
    BenefitPackage: optionalField('text', Prisma.sql`p.name`),
    Price: valueField('money', Prisma.sql`f.price`),
    TotalQuantity: valueField('integer', Prisma.sql`t.max_quantity`),
    CurrentlyActive: valueField('boolean', isActiveNow),
    LengthInMonths: optionalField('integer', Prisma.sql`t.length_in_months`),
    IsActive: valueField('boolean', Prisma.sql`t.is_active`),
  },
  searched: Prisma.sql`(t.name || ' ' || ${orEmptySql(Prisma.sql`t.description`)})`,
})

/** Lists sponsorship types `t`, highest price first. */
export const sponsorshipTypeList = (scope: Scope): List => {
  const isActiveNow = hasSponsorSql(todayOf(scope))
  return listOf(listingOf(isActiveNow), {
    Actions: tenantRecordActionsSql(scope, { entity: 'sponsorshiptype' }, 'sponsorships:write', id),
  })
}

const EDITED = listingOf(Prisma.sql`false`)

/** The same types in the shape SponsorshipTypeEdit. */
export const sponsorshipTypeEdit: List = {
  listing: EDITED,
  columns: columnsOf(pickFields(EDITED.fields, 'SponsorshipTypeId', 'AuditId', 'IsActive'), {
    Name: Prisma.sql`t.name`,
    Description: Prisma.sql`t.description`,
    SponsorBenefitId: Prisma.sql`t.benefit_package_id::text`,
    MaxQuantity: Prisma.sql`t.max_quantity`,
    LengthInMonths: Prisma.sql`t.length_in_months::text`,
    SaleableItem: Prisma.sql`json_build_object('SaleableItemId', f.id, 'Name', f.name, 'Price', f.price)`,
  }),
}
