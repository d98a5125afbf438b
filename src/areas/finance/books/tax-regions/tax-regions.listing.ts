import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`r.id`

/** Returns the list of tax regions `r`, by name. */
export const taxRegionList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`tax_region r JOIN country y ON y.id = r.country_id`,
      tenant: Prisma.sql`r.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        TaxRegionId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`r.audit_id`),
        Name: nameField(Prisma.sql`r.name`),
        CountryId: valueField('integer', Prisma.sql`r.country_id`),
        Country: valueField('text', Prisma.sql`y.name`),
        StateProvince: optionalField('text', Prisma.sql`r.state`),
      },
      searched: Prisma.sql`r.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'taxregion' }, 'books:write', id) },
  )
