import { Prisma, type Workflow } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { enteringSql } from '../engine/engine.sql.ts'

/** The data of a contact that a dry run needs. */
export interface DryRunContact {
  id: number
  emailAddress: string | null
  /** The contact matches no contact of the CRM yet, and lists exclude it until it does. */
  isUnmatched: boolean
  isInSource: boolean
  isInAntiSource: boolean
  isInside: boolean
  wasRemoved: boolean
  /** The result of the other fields: whether the sources admit it now. */
  canEnter: boolean
}

export const findDryRunContactSql = ({ tenantId, id: workflowId, allowReEntry }: Workflow, contactId: number) => {
  const entering = enteringSql({ tenantId, workflowId, allowReEntry, contactIds: [contactId] })
  const isMember = (isAnti: boolean) => Prisma.sql`EXISTS (SELECT FROM workflow_source x
    JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
    JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    WHERE x.tenant_id = c.tenant_id AND x.workflow_id = ${workflowId} AND x.is_anti = ${isAnti}::boolean
      AND m.contact_id = c.id)`
  const hasRun = (which: Sql) => Prisma.sql`EXISTS (SELECT FROM workflow_run r WHERE r.tenant_id = c.tenant_id
    AND r.workflow_id = ${workflowId} AND r.contact_id = c.id AND ${which})`
  return Prisma.sql`
    SELECT c.id, nullif(coalesce(c.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = c.tenant_id
        AND p.id = c.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress",
      c.is_unmatched AS "isUnmatched", ${isMember(false)} AS "isInSource", ${isMember(true)} AS "isInAntiSource",
      ${hasRun(Prisma.sql`r.step_id IS NOT NULL`)} AS "isInside", ${hasRun(Prisma.sql`r.state = 'removed'`)} AS "wasRemoved",
      EXISTS (${entering}) AS "canEnter"
    FROM contact c WHERE c.tenant_id = ${tenantId} AND c.id = ${contactId} AND c.deleted_at IS NULL`
}
