import { listJson } from '#kernel/database/json-sql'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`t.id`

const rates = Prisma.sql`tax_rate p WHERE p.tenant_id = t.tenant_id AND p.tax_set_id = t.id AND p.removed_at IS NULL`

/** The sum of the rates of a tax set `t` in percent, without zeros at the end. */
export const taxSetRate: Sql = Prisma.sql`(SELECT trim_scale(coalesce(sum(p.percent), 0)) FROM ${rates})`

/** Returns the list of tax sets `t`, by name. */
export const taxSetList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`tax_set t LEFT JOIN tax_region r ON r.tenant_id = t.tenant_id AND r.id = t.region_id`,
      tenant: Prisma.sql`t.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        TaxSetId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`t.audit_id`),
        Name: nameField(Prisma.sql`t.name`),
        TaxRegionId: optionalField('integer', Prisma.sql`t.region_id`),
        TaxRegion: optionalField('text', Prisma.sql`r.name`),
        TaxRate: valueField('money', taxSetRate),
        IsActive: valueField('boolean', Prisma.sql`t.is_active`),
      },
      searched: Prisma.sql`t.name`,
    },
    {
      Rates:
        listJson(Prisma.sql`SELECT p.id AS "TaxRateId", p.name AS "Name", trim_scale(p.percent) AS "Percent" FROM ${rates}
      ORDER BY p.position, p.id`),
      Actions: tenantRecordActionsSql(scope, { entity: 'taxset' }, 'books:write', id),
    },
  )
