import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface TreeChapter {
  id: number
  organizationId: number
  name: string
  number: string | null
  /** Null at the top. */
  parentName: string | null
  hasGroup: boolean
  /** Its own one, or that of the nearest chapter above it that has one; null: the tenant's. */
  paymentGatewayId: number | null
}

/**
 * Selects the tree, downwards from the chapters whose parent the caller cannot see. `path` orders each parent before
 * its children, and children by name; `ids` are the chapters from the top to the chapter.
 */
const tree = (tenantId: number): Sql => Prisma.sql`WITH RECURSIVE tree AS (
    SELECT h.id, h.organization_id, o.display_name AS name, o.sort_name, h.number, NULL::text AS parent_name,
      h.group_id, h.payment_gateway_id, ARRAY[o.sort_name COLLATE "C", h.id::text] AS path, ARRAY[h.id] AS ids,
      h.tenant_id
    FROM chapter h JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
    WHERE h.tenant_id = ${tenantId}::int
      AND NOT EXISTS (SELECT FROM chapter p WHERE p.tenant_id = h.tenant_id AND p.id = h.parent_id)
    UNION ALL
    SELECT h.id, h.organization_id, o.display_name, o.sort_name, h.number, t.name, h.group_id,
      coalesce(h.payment_gateway_id, t.payment_gateway_id), t.path || ARRAY[o.sort_name COLLATE "C", h.id::text],
      t.ids || h.id, h.tenant_id
    FROM tree t JOIN chapter h ON h.tenant_id = t.tenant_id AND h.parent_id = t.id
    JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
    WHERE h.id <> ALL(t.ids)
  )`

const COLUMNS = Prisma.sql`t.id, t.organization_id AS "organizationId", t.name, t.number, t.parent_name AS "parentName",
  EXISTS (SELECT FROM contact_group g WHERE g.tenant_id = t.tenant_id AND g.id = t.group_id
    AND g.deleted_at IS NULL) AS "hasGroup", t.payment_gateway_id AS "paymentGatewayId"`

/** Returns all chapters in the order of the tree. */
export const treeSql = (tenantId: number): Sql =>
  Prisma.sql`${tree(tenantId)} SELECT ${COLUMNS} FROM tree t ORDER BY t.path`

/** Returns all chapters by name. */
export const chaptersByNameSql = (tenantId: number): Sql =>
  Prisma.sql`${tree(tenantId)} SELECT ${COLUMNS} FROM tree t ORDER BY t.sort_name, t.name, t.id`

/** Returns the tree without a chapter and all chapters below it. */
export const treeWithoutSql = (tenantId: number, chapterId: number): Sql => Prisma.sql`${tree(tenantId)}
  SELECT ${COLUMNS} FROM tree t WHERE ${chapterId}::int <> ALL(t.ids) ORDER BY t.path`

/** Returns the chapters of a contact, the primary one first, then by name. */
export const chaptersOfContactSql = (tenantId: number, contactId: number): Sql => Prisma.sql`${tree(tenantId)}
  SELECT ${COLUMNS} FROM tree t
  JOIN contact_chapter k ON k.tenant_id = ${tenantId}::int AND k.contact_id = ${contactId}::int
    AND k.chapter_id = t.id
  JOIN contact c ON c.tenant_id = k.tenant_id AND c.id = k.contact_id AND c.deleted_at IS NULL
  ORDER BY k.is_primary DESC, t.sort_name, t.name, t.id`
