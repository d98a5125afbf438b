import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { STEP } from './steps/step.model.ts'

const workflowUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'active workflow',
  users: 'active workflows',
  scope: 'workflows:read',
  remedy,
  rows,
})

/**
 * Selects the steps of active workflows that reference records of a kind by their options. `ids` gives the ids as text.
 */
const throughSteps = (tenantId: number, ids: Sql): Sql => Prisma.sql`
  SELECT DISTINCT r.id::integer AS used_id, w.id, w.name
  FROM workflow w JOIN workflow_step s ON s.tenant_id = w.tenant_id AND s.workflow_id = w.id
    CROSS JOIN LATERAL (${ids}) AS r(id)
  WHERE w.tenant_id = ${tenantId}::integer AND w.is_active AND w.deleted_at IS NULL AND s.deleted_at IS NULL
    AND r.id IS NOT NULL`

const conditions = Prisma.sql`jsonb_array_elements(
  CASE WHEN s.type_id = ${STEP.logicBranch} THEN s.options -> 'Conditions' ELSE '[]'::jsonb END) AS k(condition)`

const groupIds = Prisma.sql`
  SELECT jsonb_array_elements_text(coalesce(nullif(s.options -> part, 'null'::jsonb), '[]'::jsonb))
    FROM unnest(ARRAY['GroupIds', 'FromGroupIds', 'ToGroupIds']) AS part
  UNION ALL SELECT k.condition ->> 'Value' FROM ${conditions} WHERE k.condition ->> 'Type' = 'inGroup'`

/** What active workflows use: their sources, and the records that the options of their steps reference. */
export const workflowUses: readonly RecordUse[] = [
  workflowUse(
    'group',
    'Give the workflow another source or deactivate it first.',
    (tenantId) => Prisma.sql`
    SELECT x.group_id AS used_id, w.id, w.name
    FROM workflow_source x JOIN workflow w ON w.tenant_id = x.tenant_id AND w.id = x.workflow_id
    WHERE x.tenant_id = ${tenantId}::integer AND w.is_active AND w.deleted_at IS NULL`,
  ),
  workflowUse('group', 'Change the steps of the workflow or deactivate it first.', (tenantId) =>
    throughSteps(tenantId, groupIds),
  ),
  workflowUse('mail-template', 'Give the step another template or deactivate the workflow first.', (tenantId) =>
    throughSteps(tenantId, Prisma.sql`SELECT s.options ->> 'TemplateId' WHERE s.type_id = ${STEP.sendEmail}`),
  ),
  workflowUse('signature', 'Give the step another signature or deactivate the workflow first.', (tenantId) =>
    throughSteps(tenantId, Prisma.sql`SELECT s.options ->> 'SignatureId' WHERE s.type_id = ${STEP.sendEmail}`),
  ),
  workflowUse('tasktype', 'Give the step another task type or deactivate the workflow first.', (tenantId) =>
    throughSteps(
      tenantId,
      Prisma.sql`SELECT s.options ->> 'TaskTypeId' WHERE s.type_id = ${STEP.createFollowUpReminder}`,
    ),
  ),
  workflowUse('customfield', 'Change the conditions of the workflow or deactivate it first.', (tenantId) =>
    throughSteps(tenantId, Prisma.sql`SELECT k.condition ->> 'CustomFieldId' FROM ${conditions}`),
  ),
]
