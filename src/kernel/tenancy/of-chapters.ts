import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * The condition that an expression names a contact of one of these chapters: one that is in it, or that it is. Written
 * so that the planner may set out from the chapter's members.
 */
export const ofChapters = (
  contact: Sql,
  tenantId: number,
  chapters: readonly number[],
): Sql => Prisma.sql`${contact} IN (
    SELECT m.contact_id FROM contact_chapter m
    WHERE m.tenant_id = ${tenantId}::integer AND m.chapter_id = ANY (${[...chapters]}::integer[])
    UNION SELECT h.organization_id FROM chapter h
    WHERE h.tenant_id = ${tenantId}::integer AND h.id = ANY (${[...chapters]}::integer[]))`
