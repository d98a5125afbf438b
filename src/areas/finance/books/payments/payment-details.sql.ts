import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql } from '../documents/details.sql.ts'
import { paymentColumns } from './payments.listing.ts'

const APPLICATIONS = Prisma.sql`${applicationsJson('payment_id')} AS "Applications"`

/** One payment (Payment in the contract): a VersionedRow. */
export const paymentSql = (scope: Scope, id: number): Sql =>
  detailSql('payment', scope, id, paymentColumns(scope), [APPLICATIONS])
