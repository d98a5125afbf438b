import { recordUses } from '#areas/record-uses'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`s.id`

/** The list of shipping methods `s`, by name. */
export const shippingMethodList = (scope: Scope): List => ({
  listing: {
    from: Prisma.sql`shipping_method s`,
    tenant: Prisma.sql`s.tenant_id`,
    id,
    listed: Prisma.sql`true`,
    defaultOrder: 'Name',
    fields: {
      ShippingMethodId: valueField('integer', id),
      AuditId: valueField('integer', Prisma.sql`s.audit_id`),
      Name: nameField(Prisma.sql`s.name`),
      Type: valueField('text', Prisma.sql`s.type`),
      Price: valueField('money', Prisma.sql`s.price`),
      FreeFrom: optionalField('money', Prisma.sql`s.free_from`),
      TaxSetId: optionalField('integer', Prisma.sql`s.tax_set_id`),
      IsActive: valueField('boolean', Prisma.sql`s.is_active`),
    },
    searched: Prisma.sql`s.name`,
  },
  columns: Prisma.sql`s.id AS "ShippingMethodId", s.audit_id AS "AuditId", s.name AS "Name", s.type AS "Type",
    s.price AS "Price", s.rates AS "Rates", s.free_from AS "FreeFrom", s.regions AS "Regions",
    s.tax_set_id AS "TaxSetId", s.is_active AS "IsActive",
    ${tenantRecordActionsSql(scope, recordUses, { entity: 'shippingmethod' }, 'store:write', id)} AS "Actions"`,
})
