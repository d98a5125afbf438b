import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

interface User extends Pick<RecordUse, 'user' | 'users' | 'remedy'> {
  /** Which connections, row `n`, use something. */
  when: Sql
}

const TARGET: User = {
  user: 'connection',
  users: 'connections',
  remedy: 'Change what the connection synchronizes first.',
  when: Prisma.sql`NOT n.is_source`,
}

/** The target decides what is synchronized. A source that cannot reach it can disable the connection. */
const SOURCE: User = {
  user: 'connection to a target',
  users: 'connections to targets',
  remedy: 'Ask the target to change what the connection synchronizes, or disable the connection first.',
  when: Prisma.sql`n.is_source AND NOT n.is_disabled_here`,
}

const ANY_SIDE: User = {
  ...TARGET,
  remedy: 'The target of the connection must delete it first.',
  when: Prisma.sql`true`,
}

/** @param used selects the ids of what the connection of row `n` uses. */
const connectionUse = (of: string, { when, ...user }: User, used: Sql): RecordUse => ({
  of,
  ...user,
  scope: 'connections:read',
  rows: (tenantId) => Prisma.sql`SELECT u.used_id, n.id, n.other_name AS name
    FROM connection n CROSS JOIN LATERAL (${used}) u
    WHERE n.tenant_id = ${tenantId}::integer AND (${when}) AND n.deleted_at IS NULL`,
})

const ofFeeds = (key: 'targetTypeId' | 'targetLevelId' | 'sourceTypeId' | 'sourceLevelId'): Sql => {
  const column = Prisma.raw(`f."${key}"`)
  return Prisma.sql`SELECT ${column} AS used_id FROM jsonb_to_recordset(n.mapping -> 'feeds') AS f (${Prisma.raw(`"${key}"`)} integer)
    WHERE ${column} IS NOT NULL`
}

/** The selected custom fields of the source; those of the target have a column. */
const SOURCE_FIELDS = Prisma.sql`SELECT f."sourceId" AS used_id
  FROM (VALUES (n.mapping -> 'individuals'), (n.mapping -> 'businesses')) AS k (parts)
  CROSS JOIN jsonb_to_recordset(k.parts -> 'fields') AS f ("sourceId" integer)
  WHERE (n.mapping ->> 'contacts')::boolean AND (k.parts ->> 'customFields')::boolean`

/** What connections give the data of their sources to, and what they take it from. */
export const connectionUses: readonly RecordUse[] = [
  connectionUse('membershiptype', TARGET, ofFeeds('targetTypeId')),
  connectionUse('membershiplevel', TARGET, ofFeeds('targetLevelId')),
  connectionUse('customfield', TARGET, Prisma.sql`SELECT unnest(n.target_field_ids) AS used_id`),
  connectionUse('membershiptype', SOURCE, ofFeeds('sourceTypeId')),
  connectionUse('membershiplevel', SOURCE, ofFeeds('sourceLevelId')),
  connectionUse('customfield', SOURCE, SOURCE_FIELDS),
  connectionUse('exchange', ANY_SIDE, Prisma.sql`SELECT n.exchange_id AS used_id`),
]
