import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Param } from '../database/shape.ts'

/**
 * Returns the condition that a contact belongs to one of the chapters: as a member, or as the organization of the
 * chapter. In this form the planner can start from the members of the chapters.
 */
export const contactOfChaptersSql = (
  contact: Sql,
  tenantId: Param<number>,
  chapters: Param<readonly number[]>,
): Sql => Prisma.sql`${contact} IN (
    SELECT m.contact_id FROM contact_chapter m
    WHERE m.tenant_id = ${tenantId}::integer AND m.chapter_id = ANY (${chapters}::integer[])
    UNION SELECT h.organization_id FROM chapter h
    WHERE h.tenant_id = ${tenantId}::integer AND h.id = ANY (${chapters}::integer[]))`
