import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql, linesJson } from '../documents/details.sql.ts'
import { documentJoins } from '../documents/documents.listing.ts'
import { creditColumns } from './credits.listing.ts'

const LINES = linesJson('credit')
const APPLICATIONS = applicationsJson('credit_id')

/** One credit (Credit in the contract): a VersionedRow. */
export const creditSql = (scope: Scope, id: number): Sql =>
  detailSql(
    'credit',
    documentJoins,
    Prisma.sql`${creditColumns(scope)}, doc.notes AS "Notes", ${instantJson(Prisma.sql`doc.voided_at`)} AS "VoidedDate",
      ${LINES} AS "Lines", ${APPLICATIONS} AS "Applications"`,
    scope.db.tenantId,
    id,
  )
