import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface OperationKey {
  tenantId: number
  id: string
}

/** What a batch of an operation works on. */
export interface MassBatch {
  itemId: number
  typeId: 2 | 3 | 4
  quantity: number
  description: string | null
  isForced: boolean
  actor: string
  contactIds: number[]
}

/** Locks a running operation, with the next of its contacts: MassBatch. No row if it has ended. */
export const lockBatchSql = ({ tenantId, id }: OperationKey, size: number): Sql => Prisma.sql`
  SELECT o.item_id AS "itemId", o.type_id AS "typeId", o.quantity, o.description, o.is_forced AS "isForced", o.actor,
    o.contact_ids[o.succeeded_count + o.failed_count + 1 : o.succeeded_count + o.failed_count + ${size}::int]
      AS "contactIds"
  FROM benefit_mass_operation o WHERE o.tenant_id = ${tenantId}::int AND o.id = ${id}::uuid AND o.status = 'running'
  FOR NO KEY UPDATE`

/** The result for one contact. */
export interface MassResult {
  contactId: number
  remaining: number | null
  problem: string | null
}

/** Stores the results of a batch. */
export const addResultsSql = ({ tenantId, id }: OperationKey, results: readonly MassResult[]): Sql => Prisma.sql`
  INSERT INTO benefit_mass_result (tenant_id, operation_id, contact_id, remaining, problem)
  SELECT ${tenantId}::int, ${id}::uuid, x."contactId", x.remaining, x.problem
  FROM ROWS FROM (json_to_recordset(${JSON.stringify(results)}::json)
    AS ("contactId" int, remaining int, problem text)) WITH ORDINALITY AS x("contactId", remaining, problem, position)
  ORDER BY x.position`

/** Adds the counts of a batch, which are also the position of the operation. */
export const addCountsSql = ({ tenantId, id }: OperationKey, succeeded: number, failed: number): Sql => Prisma.sql`
  UPDATE benefit_mass_operation SET succeeded_count = succeeded_count + ${succeeded}::int,
    failed_count = failed_count + ${failed}::int WHERE tenant_id = ${tenantId}::int AND id = ${id}::uuid`

export const completeSql = ({ tenantId, id }: OperationKey, now: Date): Sql => Prisma.sql`
  UPDATE benefit_mass_operation SET status = 'completed', finished_at = ${now}::timestamptz
  WHERE tenant_id = ${tenantId}::int AND id = ${id}::uuid`

/** Selects the names of those of the contacts that exist: `{ id, name }`. */
export const contactNamesSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT c.id, c.display_name AS name FROM contact c
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ANY (${[...ids]}::int[]) AND c.deleted_at IS NULL`
