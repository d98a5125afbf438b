import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A chapter in its place in the tree. */
export interface TreeChapter {
  id: number
  organizationId: number
  name: string
  number: string | null
  /** Null at the top. */
  parentName: string | null
  hasGroup: boolean
  /** Its own or the nearest above it that has one; null: the tenant's. */
  paymentGatewayId: number | null
}

/**
 * The tree, from the chapters whose parent is not to be seen downwards. `path` orders each parent before its children,
 * children by name; `ids` are those from the top to the chapter.
 */
const treeOf = (tenantId: number): Sql => Prisma.sql`WITH RECURSIVE tree AS (
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

/** Every chapter in the order of the tree. */
export const listTree = ({ db }: Scope): Promise<TreeChapter[]> =>
  db.rows(Prisma.sql`${treeOf(db.tenantId)} SELECT ${COLUMNS} FROM tree t ORDER BY t.path`)

/** Every chapter by name. */
export const listByName = ({ db }: Scope): Promise<TreeChapter[]> =>
  db.rows(Prisma.sql`${treeOf(db.tenantId)} SELECT ${COLUMNS} FROM tree t ORDER BY t.sort_name, t.name, t.id`)

/** In the order of the tree, without a chapter and all below it. */
export const listTreeWithout = ({ db }: Scope, chapterId: number): Promise<TreeChapter[]> =>
  db.rows(Prisma.sql`${treeOf(db.tenantId)} SELECT ${COLUMNS} FROM tree t
    WHERE ${chapterId}::int <> ALL(t.ids) ORDER BY t.path`)

/** The chapters that a contact is in, the primary one first, the others by name; 404 where there is no such contact. */
export const listChaptersOfContact = async (scope: Scope, contactId: number): Promise<TreeChapter[]> => {
  const { db } = scope
  const rows = await db.rows<TreeChapter>(Prisma.sql`${treeOf(db.tenantId)}
    SELECT ${COLUMNS} FROM tree t
    JOIN contact_chapter k ON k.tenant_id = ${db.tenantId}::int AND k.contact_id = ${contactId}::int
      AND k.chapter_id = t.id
    JOIN contact c ON c.tenant_id = k.tenant_id AND c.id = k.contact_id AND c.deleted_at IS NULL
    ORDER BY k.is_primary DESC, t.sort_name, t.name, t.id`)
  if (rows.length === 0) await assertContact(scope, contactId)
  return rows
}

/** The id of a contact's primary chapter; null where it is in none; 404 where there is no such contact. */
export const findPrimaryChapter = async (scope: Scope, contactId: number): Promise<number | null> => {
  const where = { tenantId: scope.db.tenantId, contactId, isPrimary: true, contact: { deletedAt: null } }
  const found = await scope.db.prisma.contactChapter.findFirst({ where, select: { chapterId: true } })
  if (!found) await assertContact(scope, contactId)
  return found?.chapterId ?? null
}

const assertContact = async ({ db }: Scope, contactId: number): Promise<void> => {
  const where = { tenantId: db.tenantId, id: contactId, deletedAt: null }
  if (!(await db.prisma.contact.findFirst({ where, select: { id: true } }))) throw notFound('contact')
}

/** The organization that the tenant itself is; null where it has none. */
export const findTenantOrganization = async ({
  db,
  tenant,
}: Scope): Promise<{ id: number; displayName: string } | null> => {
  if (tenant.organizationContactId === null) return null
  const where = { tenantId: db.tenantId, id: tenant.organizationContactId, deletedAt: null }
  return db.prisma.contact.findFirst({ where, select: { id: true, displayName: true } })
}
