import { Import } from '#contract/people/imports'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'
import { KEPT_DAYS, MAX_SHOWN } from './imports.model.ts'
import { warningsSql } from './imports.sql.ts'

const id = Prisma.sql`i.id`
const expiresAt = Prisma.sql`(i.finished_at + make_interval(days => ${KEPT_DAYS}::integer))`

const REASONS = Prisma.sql`(SELECT coalesce(json_agg(r ORDER BY at), '[]'::json)
  FROM jsonb_array_elements(i.reasons) WITH ORDINALITY AS e(r, at) WHERE at <= ${MAX_SHOWN}::integer)`

const WARNINGS = warningsSql(Prisma.sql`i.warnings`)

const COUNTS = {
  RowsRead: Prisma.sql`i.rows_read`,
  Created: Prisma.sql`i.imported`,
  Updated: Prisma.sql`i.updated`,
  Unchanged: Prisma.sql`i.unchanged`,
  Refused: Prisma.sql`i.refused`,
  GroupsCreated: Prisma.sql`i.groups_created`,
  MembersAdded: Prisma.sql`i.members_added`,
  MembershipsCreated: Prisma.sql`i.memberships_created`,
  AddressesSuppressed: Prisma.sql`i.addresses_suppressed`,
}

// An import of the command line belongs to its process, which has no file here.
const actionsSql = (scope: Scope): Sql => {
  const canWrite = Prisma.sql`${hasGrant(scope, 'imports:write')}::boolean`
  const canDownload = Prisma.sql`${hasGrant(scope, 'contacts:read')}::boolean`
  return Prisma.sql`to_json(array_remove(ARRAY[
    CASE WHEN ${canWrite} AND i.finished_at IS NULL THEN 'cancel' END,
    CASE WHEN ${canWrite} AND i.finished_at IS NOT NULL THEN 'delete' END,
    CASE WHEN ${canDownload} AND i.refused > 0 THEN 'refused' END], NULL))`
}

/** Returns the list of the imports of a tenant, newest first. */
export const importList = (scope: Scope): List => {
  const createdBy = actorNameSql(scope, Prisma.sql`i.created_by`)
  const counts = Object.entries(COUNTS)
  return listOf(
    {
      from: Prisma.sql`import_run i`,
      row: Import,
      tenant: Prisma.sql`i.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      searched: Prisma.sql`i.file_name`,
      defaultOrder: 'ImportId desc',
      fields: {
        ImportId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`i.audit_id`),
        FileName: valueField('text', Prisma.sql`i.file_name`),
        FileId: optionalField('integer', Prisma.sql`i.file_id`),
        Preset: valueField('text', Prisma.sql`i.preset`),
        Status: valueField('text', Prisma.sql`i.status`),
        IsDryRun: valueField('boolean', Prisma.sql`i.is_dry_run`),
        DryRunImportId: optionalField('integer', Prisma.sql`i.dry_run_id`),
        Percent: valueField('integer', Prisma.sql`i.percent::integer`),
        ...Object.fromEntries(counts.map(([name, sql]) => [name, valueField('integer', sql)])),
        Message: optionalField('text', Prisma.sql`i.message`),
        CreatedBy: optionalField('text', createdBy),
        CreatedDate: valueField('instant', Prisma.sql`i.created_at`),
        StartedDate: optionalField('instant', Prisma.sql`i.started_at`),
        FinishedDate: optionalField('instant', Prisma.sql`i.finished_at`),
        ExpiresDate: optionalField('instant', expiresAt),
      },
    },
    {
      Reasons: REASONS,
      Warnings: WARNINGS,
      Columns: Prisma.sql`i.columns`,
      Options: Prisma.sql`i.options`,
      Actions: actionsSql(scope),
    },
  )
}
