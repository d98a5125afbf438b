import { isAskedSql, responsesSql, valueLabelSql } from '#areas/people/custom-fields/responses/responses.listing'
import { REGISTRATION_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { customFieldsSql, hasValueSql } from '#areas/people/custom-fields/values/record-values.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * The custom fields of the registration of row `g` as JSON (RecordCustomField in the contract): those that its event asks
 * attendees of its type for, and others that have a value.
 */
export const registrationFieldsSql: Sql = customFieldsSql(
  Prisma.sql`g.tenant_id`,
  Prisma.sql`g.id`,
  REGISTRATION_OBJECT_TYPES,
  Prisma.sql`(${hasValueSql(Prisma.sql`g.id`)} OR EXISTS (SELECT FROM event_question q WHERE q.tenant_id = g.tenant_id
    AND q.event_id = g.event_id AND q.field_id = f.id AND ${isAskedSql(Prisma.sql`g.type_id`)}))`,
)

/** Returns the value of one field of the registration of row `g`, in words. */
export const registrationValueSql = (fieldId: number): Sql => Prisma.sql`(
  SELECT ${valueLabelSql(Prisma.sql`g.id`)} FROM custom_field f
  WHERE f.tenant_id = g.tenant_id AND f.id = ${fieldId}::integer)`

/** What the payer of the order `o` responded to the questions of the event, as JSON (RecordCustomField). */
export const payerFieldsSql: Sql = responsesSql(
  Prisma.sql`o.tenant_id`,
  Prisma.sql`v.event_id = o.event_id AND v.order_id = o.id AND v.sponsor_id IS NULL AND v.exhibitor_id IS NULL`,
)

/** Returns the same for the sponsor of the row with a name, such as `k`. */
export const sponsorFieldsSql = (alias: string): Sql => responsesOf(alias, 'sponsor_id')

/** Returns the same for the exhibitor of the row with a name. */
export const exhibitorFieldsSql = (alias: string): Sql => responsesOf(alias, 'exhibitor_id')

const responsesOf = (alias: string, column: string): Sql => {
  const row = Prisma.raw(alias)
  return responsesSql(
    Prisma.sql`${row}.tenant_id`,
    Prisma.sql`v.event_id = ${row}.event_id AND v.${Prisma.raw(column)} = ${row}.id`,
  )
}
