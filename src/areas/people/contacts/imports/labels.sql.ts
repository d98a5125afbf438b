import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import { readTagName } from '../details/tags/tags.service.ts'

/** What new contacts are to carry. */
export interface Labelled {
  contactId: number
  tags: readonly string[]
  groupIds: readonly number[]
}

/** Puts tags on contacts, making those that the tenant does not have, and contacts into groups. */
export const addLabels = async (tx: SqlRunner, { db: { tenantId } }: Scope, contacts: readonly Labelled[]) => {
  const tags = contacts.flatMap(({ contactId, tags: names }) =>
    names.map((Name) => {
      const { name, nameKey } = readTagName({ Name })
      return { contact_id: contactId, name, name_key: nameKey }
    }),
  )
  const members = contacts.flatMap(({ contactId, groupIds }) =>
    groupIds.map((group_id) => ({ contact_id: contactId, group_id })),
  )
  const statements = [
    ...(tags.length > 0 ? [newTagsSql(tenantId, tags), contactTagsSql(tenantId, tags)] : []),
    ...(members.length > 0 ? [membersSql(tenantId, members)] : []),
  ]
  await Promise.all(statements.map((statement) => tx.rows(statement)))
}

const newTagsSql = (tenantId: number, tags: readonly object[]) => Prisma.sql`
  INSERT INTO tag (tenant_id, name, name_key)
  SELECT DISTINCT ON (name_key) ${tenantId}::int, name, name_key
  FROM json_to_recordset(${JSON.stringify(tags)}::json) AS t(name text, name_key text)
  ORDER BY name_key ON CONFLICT DO NOTHING`

/** A statement of its own: it sees tags that another transaction has made meanwhile. */
const contactTagsSql = (tenantId: number, tags: readonly object[]) => Prisma.sql`
  INSERT INTO contact_tag (tenant_id, contact_id, tag_id)
  SELECT ${tenantId}::int, w.contact_id, t.id
  FROM json_to_recordset(${JSON.stringify(tags)}::json) AS w(contact_id int, name_key text)
  JOIN tag t ON t.tenant_id = ${tenantId} AND t.name_key = w.name_key ON CONFLICT DO NOTHING`

const membersSql = (tenantId: number, members: readonly object[]) => Prisma.sql`
  INSERT INTO contact_group_member (tenant_id, contact_id, group_id)
  SELECT ${tenantId}::int, contact_id, group_id
  FROM json_to_recordset(${JSON.stringify(members)}::json) AS w(contact_id int, group_id int) ON CONFLICT DO NOTHING`

/** The tenant's groups by name, case and accents aside. */
export const groupsByName = async ({ db }: Scope): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ id: number; name: string }>(Prisma.sql`SELECT id, name FROM contact_group
    WHERE tenant_id = ${db.tenantId} AND deleted_at IS NULL ORDER BY id DESC`)
  return new Map(rows.map(({ id, name }) => [fold(name), id]))
}
