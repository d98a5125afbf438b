import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Subject } from '../postings/postings.sql.ts'

/** A transaction that can be taken back. */
export interface OpenUse extends Subject {
  /** A bigint as decimal digits. */
  id: string
  typeId: number
  /** What is not taken back yet. */
  quantity: number
  effectiveOn: string
  membershipId: number | null
  lotId: string | null
}

/** What reversals have left of a transaction `t`: 0 if it is taken back. */
export const OPEN_QUANTITY = Prisma.sql`(t.quantity + coalesce((SELECT sum(r.quantity) FROM benefit_transaction r
  WHERE r.tenant_id = t.tenant_id AND r.reversed_id = t.id), 0))::int`

const OPEN_USE = Prisma.sql`t.id::text AS id, t.contact_id AS "contactId", t.item_id AS "itemId", t.type_id AS "typeId",
  ${OPEN_QUANTITY} AS quantity, t.effective_on::text AS "effectiveOn", t.membership_id AS "membershipId", t.lot_id::text AS "lotId"`

/** Selects the uses by a source that are not taken back: OpenUse. */
export const openUsesSql = (tenantId: number, { kind, id }: { kind: string; id: number }): Sql => Prisma.sql`
  SELECT ${OPEN_USE} FROM benefit_transaction t WHERE t.tenant_id = ${tenantId}::int AND t.source_kind = ${kind}::text
    AND t.source_id = ${id}::int AND t.type_id = 2 AND ${OPEN_QUANTITY} <> 0 ORDER BY t.id`

/** Selects a transaction, and whether it can be reversed: OpenUse with `isReversible`. */
export const reversibleSql = (tenantId: number, id: string): Sql => Prisma.sql`
  SELECT ${OPEN_USE}, t.type_id IN (2, 3, 4) AND ${OPEN_QUANTITY} <> 0 AS "isReversible"
  FROM benefit_transaction t JOIN contact c ON c.tenant_id = t.tenant_id AND c.id = t.contact_id
  WHERE t.tenant_id = ${tenantId}::int AND t.id = ${id}::bigint AND c.deleted_at IS NULL`

export const transactionByKeySql = (tenantId: number, key: string): Sql => Prisma.sql`
  SELECT t.id::text AS id FROM benefit_transaction t WHERE t.tenant_id = ${tenantId}::int AND t.key = ${key}::text`

/** Selects the first day on which a contact was granted a benefit: `{ day }`, null if it never was. */
export const firstGrantSql = (tenantId: number, { contactId, itemId }: Subject): Sql => Prisma.sql`
  SELECT min(t.effective_on)::text AS day FROM benefit_transaction t
  WHERE t.tenant_id = ${tenantId}::int AND t.contact_id = ${contactId}::int AND t.item_id = ${itemId}::int
    AND t.type_id IN (1, 3)`
