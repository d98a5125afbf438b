import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { detailSql } from '../documents/details.sql.ts'
import { documentJoins } from '../documents/documents.listing.ts'
import { refundColumns } from './refunds.listing.ts'

/** One refund (Refund in the contract): a VersionedRow. */
export const refundSql = (scope: Scope, id: number): Sql =>
  detailSql(
    'refund',
    documentJoins,
    Prisma.sql`${refundColumns(scope)}, doc.notes AS "Notes", ${instantJson(Prisma.sql`doc.voided_at`)} AS "VoidedDate"`,
    scope.db.tenantId,
    id,
  )
