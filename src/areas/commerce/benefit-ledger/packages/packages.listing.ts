import { listJson } from '#kernel/database/json-sql'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`p.id`

const ITEMS = listJson(Prisma.sql`
  SELECT i.item_id AS "BenefitItemId", b.name AS "Name", i.quantity AS "Quantity"
  FROM benefit_package_item i JOIN benefit_item b ON b.tenant_id = i.tenant_id AND b.id = i.item_id
  WHERE i.tenant_id = p.tenant_id AND i.package_id = p.id ORDER BY i.position, i.id`)

/** Lists benefit packages `p`, by name. */
export const benefitPackageList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`benefit_package p`,
      tenant: Prisma.sql`p.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        BenefitPackageId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`p.audit_id`),
        Name: nameField(Prisma.sql`p.name`),
        Description: optionalField('text', Prisma.sql`p.description`),
        IsActive: valueField('boolean', Prisma.sql`p.is_active`),
      },
      searched: Prisma.sql`(p.name || ' ' || ${orEmptySql(Prisma.sql`p.description`)})`,
    },
    { Items: ITEMS, Actions: tenantRecordActionsSql(scope, { entity: 'benefitpackage' }, 'benefit-ledger:write', id) },
  )
