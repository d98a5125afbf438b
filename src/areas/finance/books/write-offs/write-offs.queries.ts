import { listJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { detailSql } from '../documents/details.sql.ts'
import { makeDocumentReader } from '../documents/documents.queries.ts'
import { writeOffColumns } from './write-offs.listing.ts'

/** The lines in the shape of those of an invoice: quantity 1, no discount. */
const LINES = Prisma.sql`${listJson(Prisma.sql`
  SELECT l.id AS "LineId", NULL::int AS "FeeItemId", l.description AS "Description", 1 AS "Quantity",
    l.amount AS "UnitPrice", l.amount AS "Amount", NULL::int AS "DiscountId", 0 AS "DiscountAmount",
    NULL::int AS "TaxSetId", l.tax AS "TaxAmount", '[]'::json AS "Taxes", l.account_id AS "AccountId",
    l.class_id AS "ClassId", NULL::date AS "ServiceDate"
  FROM write_off_line l WHERE l.tenant_id = doc.tenant_id AND l.write_off_id = doc.id ORDER BY l.position`)} AS "Lines"`

/** Selects one write-off (WriteOff in the contract): a VersionedRow. */
const writeOffSql = (scope: Scope, id: number): Sql => detailSql('writeoff', scope, id, writeOffColumns(scope), [LINES])

/** Reads a write-off with its details. @throws 404. */
export const readWriteOff = makeDocumentReader('writeoff', writeOffSql)
