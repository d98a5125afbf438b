import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql, linesJson } from '../documents/details.sql.ts'
import { makeDocumentReader } from '../documents/documents.queries.ts'
import { creditColumns } from './credits.listing.ts'

const LINES = Prisma.sql`${linesJson('credit')} AS "Lines"`
const APPLICATIONS = Prisma.sql`${applicationsJson('credit_id')} AS "Applications"`

/** Selects one credit (Credit in the contract): a VersionedRow. */
const creditSql = (scope: Scope, id: number): Sql =>
  detailSql('credit', scope, id, creditColumns(scope), [LINES, APPLICATIONS])

/** Reads a credit with its details. @throws 404. */
export const readCredit = makeDocumentReader('credit', creditSql)
