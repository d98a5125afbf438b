import { responsesSql } from '#areas/people/custom-fields/responses/responses.listing'
import { REGISTRATION_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { customFieldsSql, hasValueSql } from '#areas/people/custom-fields/values/record-values.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const ASKED_TYPES = Prisma.sql`SELECT FROM event_question_type t
  WHERE t.tenant_id = q.tenant_id AND t.question_id = q.id`

/**
 * The custom fields of the registration of row `r` as JSON (RecordCustomField in the contract): those that its event asks its
 * attendees for, and others that have a value.
 */
export const registrationFieldsSql: Sql = customFieldsSql(
  Prisma.sql`r.tenant_id`,
  Prisma.sql`r.id`,
  REGISTRATION_OBJECT_TYPES,
  Prisma.sql`(${hasValueSql(Prisma.sql`r.id`)} OR EXISTS (SELECT FROM event_question q
    WHERE q.tenant_id = r.tenant_id AND q.event_id = r.event_id AND q.field_id = f.id AND q.applies_to = 'Attendee'
      AND (NOT EXISTS (${ASKED_TYPES}) OR EXISTS (${ASKED_TYPES} AND t.type_id = r.type_id))))`,
)

/** What the payer of the order `o` responded to the questions of the event, as JSON (RecordCustomField). */
export const payerFieldsSql: Sql = responsesSql(
  Prisma.sql`o.tenant_id`,
  Prisma.sql`v.event_id = o.event_id AND v.order_id = o.id AND v.sponsor_id IS NULL AND v.exhibitor_id IS NULL`,
)

/** The same for the sponsor `s`. */
export const sponsorFieldsSql: Sql = responsesSql(
  Prisma.sql`s.tenant_id`,
  Prisma.sql`v.event_id = s.event_id AND v.sponsor_id = s.id`,
)

/** The same for the exhibitor `x`. */
export const exhibitorFieldsSql: Sql = responsesSql(
  Prisma.sql`x.tenant_id`,
  Prisma.sql`v.event_id = x.event_id AND v.exhibitor_id = x.id`,
)
