import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql } from '../documents/details.sql.ts'
import { documentReader } from '../documents/documents.queries.ts'
import { paymentColumns } from './payments.listing.ts'

const APPLICATIONS = Prisma.sql`${applicationsJson('payment_id')} AS "Applications"`

/** One payment (Payment in the contract): a VersionedRow. */
const paymentSql = (scope: Scope, id: number): Sql =>
  detailSql('payment', scope, id, paymentColumns(scope), [APPLICATIONS])

/** Reads a payment with its applications. @throws 404. */
export const readPayment = documentReader('payment', paymentSql)
