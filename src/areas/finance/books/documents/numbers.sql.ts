import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { DocumentKind } from './documents.model.ts'

/**
 * The part `numbered` of the statement that adds a document: takes the next number of its series. The series stays
 * locked until the transaction ends, and a rollback releases the number: no gaps and no duplicates, but a tenant's
 * documents are numbered one transaction at a time. Lock everything else before.
 */
export const numberedPart = (tenantId: Param<number>, series: DocumentKind): Sql => Prisma.sql`numbered AS (
    INSERT INTO number_series AS s (tenant_id, name, next) VALUES (${tenantId}::int, ${Prisma.raw(`'${series}'`)}, 2)
    ON CONFLICT (tenant_id, name) DO UPDATE SET next = s.next + 1 RETURNING s.tenant_id, s.next - 1 AS number)`
