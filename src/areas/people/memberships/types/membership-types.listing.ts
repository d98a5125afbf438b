import { membershipTypeFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { MembershipTypeEdit } from '#contract/people/memberships'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`t.id`
const number = (column: string): ListField => valueField('integer', Prisma.raw(`t.${column}::integer`))
const optionalNumber = (column: string): ListField => optionalField('integer', Prisma.raw(`t.${column}::integer`))
const flag = (column: string): ListField => valueField('boolean', Prisma.raw(`t.${column}`))

/** The membership types of the tenant `t`, inactive ones included, in display order. */
export const membershipTypeListing: Listing = {
  from: Prisma.sql`membership_type t`,
  row: MembershipTypeEdit,
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
  searched: Prisma.sql`t.name`,
}

const columns = (scope: Scope): Sql =>
  columnsOf(membershipTypeListing.fields, {
    CustomFields: membershipTypeFieldsSql,
    Actions: tenantRecordActionsSql(scope, { entity: 'membershiptype' }, 'memberships:write', id),
  })

export const membershipTypeList = (scope: Scope, listing = membershipTypeListing): List => ({
  listing,
  columns: columns(scope),
})
