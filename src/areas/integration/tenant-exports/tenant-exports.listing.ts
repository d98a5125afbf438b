import { TenantExport } from '#contract/integration/tenant-exports'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { actorNameSql } from '#services/auth/actor-display'
import { KEPT_DAYS } from './tenant-exports.model.ts'

const id = Prisma.sql`x.id`
const isDone = Prisma.sql`x.status = 'Completed'`
const fileId = Prisma.sql`(CASE WHEN ${isDone} THEN x.file_id END)`
const size = Prisma.sql`(CASE WHEN ${isDone} THEN file.size END)`
const expiresAt = Prisma.sql`(x.created_at + make_interval(days => ${KEPT_DAYS}::integer))`

/** The archive exists if the export is complete. */
const ACTIONS = Prisma.sql`CASE WHEN ${fileId} IS NOT NULL THEN '["download","delete"]'::json ELSE '["delete"]'::json END`

/** Returns the list of the exports of a tenant, newest first. */
export const tenantExportList = (scope: Scope): List => {
  const createdBy = actorNameSql(scope, Prisma.sql`x.created_by`)
  return listOf(
    {
      from: Prisma.sql`tenant_export x LEFT JOIN stored_file file ON file.tenant_id = x.tenant_id AND file.id = x.file_id`,
      row: TenantExport,
      tenant: Prisma.sql`x.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'TenantExportId desc',
      fields: {
        TenantExportId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`x.audit_id`),
        Status: valueField('text', Prisma.sql`x.status`),
        RecordsDone: valueField('bigint', Prisma.sql`x.records_done`),
        RecordsTotal: valueField('bigint', Prisma.sql`x.records_total`),
        FileId: optionalField('integer', fileId),
        Size: optionalField('bigint', size),
        Message: optionalField('text', Prisma.sql`x.message`),
        CreatedBy: optionalField('text', createdBy),
        CreatedDate: valueField('instant', Prisma.sql`x.created_at`),
        FinishedDate: optionalField('instant', Prisma.sql`x.finished_at`),
        ExpiresDate: valueField('instant', expiresAt),
      },
    },
    { Actions: ACTIONS },
  )
}
