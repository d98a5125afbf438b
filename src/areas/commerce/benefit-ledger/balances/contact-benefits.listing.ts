import { columnsOf, listOf, pickFields } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A grant that ends within this number of days is marked. */
const SOON_DAYS = 30

const id = Prisma.sql`b.id`

/** The open lots of a balance `b`. */
const openLots = Prisma.sql`benefit_grant g JOIN benefit_lot l ON l.tenant_id = g.tenant_id AND l.grant_id = g.id
  WHERE g.tenant_id = b.tenant_id AND g.contact_id = b.contact_id AND l.item_id = b.item_id
    AND g.state = 'open' AND NOT l.is_closed`

const UNUSED = Prisma.sql`l.granted + l.adjusted - l.used`
const USABLE = Prisma.sql`b.remaining - (SELECT coalesce(sum(${UNUSED}), 0) FROM ${openLots} AND g.is_paused)`

const EXPIRES_ON = Prisma.sql`(SELECT min(g.ends_on) FROM ${openLots})`

const USED = Prisma.sql`(SELECT coalesce(-sum(t.quantity), 0)::int FROM benefit_transaction t
  LEFT JOIN benefit_transaction o ON o.tenant_id = t.tenant_id AND o.id = t.reversed_id
  WHERE t.tenant_id = b.tenant_id AND t.contact_id = b.contact_id AND t.item_id = b.item_id
    AND CASE WHEN o.id IS NULL THEN t.type_id ELSE o.type_id END = 2
    AND t.effective_on >= coalesce((SELECT min(g.starts_on) FROM ${openLots}), '-infinity'))`

const statesSql = (today: string): Sql => {
  const isSoon = Prisma.sql`g.ends_on BETWEEN ${today}::date AND ${addDays(today, SOON_DAYS)}::date`
  return Prisma.sql`to_json(array_remove(ARRAY[
    CASE WHEN b.remaining = 0 AND EXISTS (SELECT FROM ${openLots}) THEN 'UsedUp' END,
    CASE WHEN b.remaining < 0 THEN 'Negative' END,
    CASE WHEN EXISTS (SELECT FROM ${openLots} AND ${UNUSED} > 0 AND ${isSoon}) THEN 'ExpiresSoon' END,
    CASE WHEN NOT EXISTS (SELECT FROM ${openLots}) THEN 'Expired' END,
    CASE WHEN EXISTS (SELECT FROM ${openLots} AND ${UNUSED} > 0 AND g.is_paused) THEN 'Suspended' END], NULL))`
}

const actionsSql = (scope: Pick<Scope, 'chapters' | 'grants'>): Sql =>
  scope.chapters || !hasGrant(scope, 'benefit-ledger:write')
    ? Prisma.sql`'["viewEntries"]'::json`
    : Prisma.sql`CASE WHEN ${USABLE} > 0 THEN '["viewEntries","recordUsage","adjust"]'::json
        ELSE '["viewEntries","adjust"]'::json END`

const listing: Listing = {
  from: Prisma.sql`benefit_balance b JOIN contact c ON c.tenant_id = b.tenant_id AND c.id = b.contact_id
    JOIN benefit_item i ON i.tenant_id = b.tenant_id AND i.id = b.item_id`,
  tenant: Prisma.sql`b.tenant_id`,
  id,
  contact: Prisma.sql`b.contact_id`,
  listed: Prisma.sql`b.audit_id > 0 AND c.deleted_at IS NULL`,
  defaultOrder: 'ContactBenefitId',
  fields: {
    ContactBenefitId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`b.audit_id`),
    ContactId: valueField('integer', Prisma.sql`b.contact_id`),
    ContactName: nameField(Prisma.sql`c.display_name`),
    BenefitItemId: valueField('integer', Prisma.sql`b.item_id`),
    Name: nameField(Prisma.sql`i.name`),
    Used: valueField('integer', USED),
    Remaining: valueField('integer', Prisma.sql`b.remaining`),
    ExpiresOn: optionalField('date', EXPIRES_ON),
  },
  searched: Prisma.sql`(c.display_name || ' ' || i.name)`,
}

type ShownTo = Pick<Scope, 'tenant' | 'clock' | 'chapters' | 'grants'>

const statesOf = ({ tenant, clock }: ShownTo): Sql => statesSql(todayOf({ tenant, clock }))

/** Lists the benefits of contacts `b`. */
export const contactBenefitList = (scope: ShownTo): List =>
  listOf(listing, { ExpiresOn: EXPIRES_ON, States: statesOf(scope), Actions: actionsSql(scope) })

/** Lists the same in the documented shape BenefitSummaryItem. */
export const benefitSummaryList = (scope: ShownTo): List => ({
  listing,
  columns: columnsOf(pickFields(listing.fields, 'BenefitItemId', 'Name', 'Used', 'Remaining'), {
    States: statesOf(scope),
    Actions: actionsSql(scope),
  }),
})
