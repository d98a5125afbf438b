import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const IS_DONE = Prisma.sql`(r.problem IS NULL)`

/** Lists the results `r` of a mass operation, by contact. */
export const massResultList = (operationId: string): List =>
  listOf({
    from: Prisma.sql`benefit_mass_result r LEFT JOIN contact c
      ON c.tenant_id = r.tenant_id AND c.id = r.contact_id AND c.deleted_at IS NULL`,
    tenant: Prisma.sql`r.tenant_id`,
    id: Prisma.sql`r.id`,
    idType: 'bigint',
    listed: Prisma.sql`r.operation_id = ${operationId}::uuid`,
    defaultOrder: 'ContactId',
    fields: {
      ContactId: valueField('integer', Prisma.sql`r.contact_id`),
      ContactName: nameField(Prisma.sql`c.display_name`),
      Succeeded: valueField('boolean', IS_DONE),
      Remaining: optionalField('integer', Prisma.sql`r.remaining`),
      Problem: optionalField('text', Prisma.sql`r.problem`),
    },
    searched: orEmptySql(Prisma.sql`c.display_name`),
  })
