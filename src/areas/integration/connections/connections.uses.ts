import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const CHANGE = 'Change what the connection synchronizes first.'

const connectionUse = (of: string, used: Prisma.Sql, { isAnySide = false, remedy = CHANGE } = {}): RecordUse => ({
  of,
  user: 'connection',
  users: 'connections',
  scope: 'connections:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT u.used_id, n.id, n.other_name AS name
    FROM connection n CROSS JOIN LATERAL (${used}) u
    WHERE n.tenant_id = ${tenantId}::integer AND (NOT n.is_source OR ${isAnySide}::boolean) AND n.deleted_at IS NULL`,
})

/** What connections give the data of their sources to. */
export const connectionUses: readonly RecordUse[] = [
  connectionUse(
    'membershiptype',
    Prisma.sql`SELECT f."targetTypeId" AS used_id
      FROM jsonb_to_recordset(n.mapping -> 'feeds') AS f ("targetTypeId" integer)`,
  ),
  connectionUse(
    'membershiplevel',
    Prisma.sql`SELECT f."targetLevelId" AS used_id
      FROM jsonb_to_recordset(n.mapping -> 'feeds') AS f ("targetLevelId" integer) WHERE f."targetLevelId" IS NOT NULL`,
  ),
  connectionUse('exchange', Prisma.sql`SELECT n.exchange_id AS used_id`, {
    isAnySide: true,
    remedy: 'The target of the connection must delete it first.',
  }),
  connectionUse('customfield', Prisma.sql`SELECT unnest(n.target_field_ids) AS used_id`),
]
