import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql } from '../documents/details.sql.ts'
import { documentJoins } from '../documents/documents.listing.ts'
import { paymentColumns } from './payments.listing.ts'

const APPLICATIONS = applicationsJson('payment_id')

/** One payment (Payment in the contract): a VersionedRow. */
export const paymentSql = (scope: Scope, id: number): Sql =>
  detailSql(
    'payment',
    documentJoins,
    Prisma.sql`${paymentColumns(scope)}, doc.notes AS "Notes", ${instantJson(Prisma.sql`doc.voided_at`)} AS "VoidedDate",
      ${APPLICATIONS} AS "Applications"`,
    scope.db.tenantId,
    id,
  )
