import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import { instantJson } from '#kernel/database/json-sql'
import type { List } from '#kernel/listing/list-response'
import { type FieldType, type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const orElse = (sql: Sql, missing: Sql): Sql => Prisma.sql`CASE WHEN ${sql} IS NULL THEN ${missing} ELSE ${sql} END`

/** The states of runs by the values of the parameter State. */
const STATES = {
  active: ['active'],
  completed: ['completed'],
  leftearly: ['optedout', 'removed'],
  failed: ['failed'],
} as const

type StateName = keyof typeof STATES

/** The latest run of each contact in a workflow. */
const runListing = (workflowId: number, state: StateName | undefined): Listing => {
  const inState = state ? Prisma.sql`AND r.state IN (${Prisma.join(STATES[state])})` : Prisma.empty
  return {
    from: Prisma.sql`workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id`,
    tenant: Prisma.sql`r.tenant_id`,
    id: Prisma.sql`r.contact_id`,
    contact: Prisma.sql`r.contact_id`,
    listed: Prisma.sql`r.workflow_id = ${workflowId}::integer AND r.is_latest ${inState} AND c.deleted_at IS NULL`,
    defaultOrder: 'ContactId',
    fields: {
      ContactId: field('integer', Prisma.sql`r.contact_id`),
      Name: field('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
      EmailAddress: field('text', Prisma.sql`c.email_address`, orEmptySql(Prisma.sql`c.email_address`)),
      State: field('text', Prisma.sql`r.state`),
      Rotation: field('integer', Prisma.sql`r.rotation`),
      EnteredDate: field('instant', Prisma.sql`r.entered_at`),
      EndedDate: field(
        'instant',
        Prisma.sql`r.ended_at`,
        orElse(Prisma.sql`r.ended_at`, Prisma.sql`'-infinity'::timestamptz`),
      ),
      WorkflowStepId: field('integer', Prisma.sql`r.step_id`, orElse(Prisma.sql`r.step_id`, Prisma.sql`0`)),
    },
    search: (tenantId, text) => {
      const found = foundContactsSql(tenantId, text)
      return found === null ? null : { found }
    },
  }
}

/** The list of the contacts of a workflow, of one state or of all. */
export const workflowContactList = (workflowId: number, state: StateName | undefined): List => ({
  listing: runListing(workflowId, state),
  columns: Prisma.sql`r.contact_id AS "ContactId", c.display_name AS "Name", c.email_address AS "EmailAddress",
    r.state AS "State", r.rotation AS "Rotation", ${instantJson(Prisma.sql`r.entered_at`)} AS "EnteredDate",
    ${instantJson(Prisma.sql`r.ended_at`)} AS "EndedDate", r.end_reason AS "EndReason",
    r.step_id AS "WorkflowStepId"`,
})
