import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { detailSql } from '../documents/details.sql.ts'
import { makeDocumentReader } from '../documents/documents.queries.ts'
import { refundColumns } from './refunds.listing.ts'

/** Selects one refund (Refund in the contract): a VersionedRow. */
const refundSql = (scope: Scope, id: number): Sql => detailSql('refund', scope, id, refundColumns(scope))

/** Reads a refund with its details. @throws 404. */
export const readRefund = makeDocumentReader('refund', refundSql)
