import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import { WorkflowContactItem } from '#contract/work/workflow-contacts'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

/** The states of runs by the values of the parameter State. */
const STATES = {
  active: ['active'],
  completed: ['completed'],
  leftearly: ['optedout', 'removed'],
  failed: ['failed'],
} as const

type StateName = keyof typeof STATES

const CONTACT_ID = Prisma.sql`r.contact_id`

/** Returns the contacts of a workflow, each once: by its latest run. */
const runListing = (workflowId: number, state: StateName | undefined): Listing => {
  const inState = state ? Prisma.sql`AND r.state IN (${Prisma.join(STATES[state])})` : Prisma.empty
  return {
    from: Prisma.sql`workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
      AND r.workflow_id = ${workflowId}::integer AND r.is_latest`,
    row: WorkflowContactItem,
    tenant: Prisma.sql`r.tenant_id`,
    id: CONTACT_ID,
    contact: CONTACT_ID,
    listed: Prisma.sql`c.deleted_at IS NULL ${inState}`,
    defaultOrder: 'ContactId',
    fields: {
      ContactId: valueField('integer', CONTACT_ID),
      Name: valueField('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
      EmailAddress: optionalField('text', Prisma.sql`c.email_address`),
      State: valueField('text', Prisma.sql`r.state`),
      Rotation: valueField('integer', Prisma.sql`r.rotation`),
      EnteredDate: valueField('instant', Prisma.sql`r.entered_at`),
      EndedDate: optionalField('instant', Prisma.sql`r.ended_at`),
      EndReason: optionalField('text', Prisma.sql`r.end_reason`),
      WorkflowStepId: optionalField('integer', Prisma.sql`r.step_id`),
    },
    search: (tenantId, text) => {
      const found = foundContactsSql(tenantId, text)
      return found === null ? null : { found }
    },
  }
}

/** Returns the list of the contacts of a workflow, of one state or of all. */
export const workflowContactList = (workflowId: number, state: StateName | undefined): List =>
  listOf(runListing(workflowId, state))
