import { membershipTypeFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { recordUses } from '#areas/record-uses'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`t.id`
const number = (column: string): ListField => valueField('integer', Prisma.raw(`t.${column}::integer`))
const optionalNumber = (column: string): ListField => optionalField('integer', Prisma.raw(`t.${column}::integer`))
const flag = (column: string): ListField => valueField('boolean', Prisma.raw(`t.${column}`))

/** The membership types of the tenant `t`, inactive ones included, in display order. */
export const membershipTypeListing: Listing = {
  from: Prisma.sql`membership_type t`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'DisplayOrder, Name',
  fields: {
    MembershipTypeId: valueField('integer', id),
    AuditId: number('audit_id'),
    Name: nameField(Prisma.sql`t.name`),
    Description: optionalField('text', Prisma.sql`t.description`),
    SystemContactTypeId: optionalNumber('system_contact_type_id'),
    TermKindId: number('term_kind_id'),
    TermMonths: number('term_months'),
    RenewalMonth: optionalNumber('renewal_month'),
    RenewalDay: optionalNumber('renewal_day'),
    IsProrated: flag('is_prorated'),
    RolloverDays: number('rollover_days'),
    GraceDays: number('grace_days'),
    DueDays: number('due_days'),
    RenewalInvoiceDays: optionalNumber('renewal_invoice_days'),
    NeedsApproval: flag('needs_approval'),
    CoversPeople: flag('covers_people'),
    DisplayOrder: number('display_order'),
    IsActive: flag('is_active'),
  },
  search: (tenantId, text) => ({
    found: Prisma.sql`SELECT t.id FROM membership_type t
      WHERE t.tenant_id = ${tenantId}::integer AND position(${fold(text.trim())}::text IN t.name_key) > 0`,
  }),
}

/** Types belong to the whole tenant, so a caller limited to chapters changes none. */
const actionsSql = (scope: Scope): Sql => {
  if (scope.chapters || !hasGrant(scope, 'memberships:write')) return Prisma.sql`'["view"]'::json`
  return Prisma.sql`CASE WHEN ${isInUseSql(usesOf(recordUses, 'membershiptype'), scope.db.tenantId, id)}
    THEN '["view","edit"]'::json ELSE '["view","edit","delete"]'::json END`
}

const columns = (scope: Scope): Sql => Prisma.sql`t.id AS "MembershipTypeId", t.audit_id AS "AuditId",
  t.name AS "Name", t.description AS "Description", t.system_contact_type_id AS "SystemContactTypeId",
  t.term_kind_id AS "TermKindId", t.term_months AS "TermMonths", t.renewal_month AS "RenewalMonth",
  t.renewal_day AS "RenewalDay", t.is_prorated AS "IsProrated", t.rollover_days AS "RolloverDays",
  t.grace_days AS "GraceDays", t.due_days AS "DueDays", t.renewal_invoice_days AS "RenewalInvoiceDays",
  t.needs_approval AS "NeedsApproval", t.covers_people AS "CoversPeople", t.display_order AS "DisplayOrder",
  t.is_active AS "IsActive", ${membershipTypeFieldsSql} AS "CustomFields", ${actionsSql(scope)} AS "Actions"`

/** The list of membership types. */
export const membershipTypeList = (scope: Scope, listing = membershipTypeListing): List => ({
  listing,
  columns: columns(scope),
})

/** One membership type in its documented shape, with its version. */
export const membershipTypeSql = (scope: Scope, typeId: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, t.audit_id AS "auditId" FROM membership_type t
  CROSS JOIN LATERAL (SELECT ${columns(scope)}) x
  WHERE t.tenant_id = ${scope.db.tenantId}::integer AND t.id = ${typeId}::integer`
