import { contactEvents } from '#areas/people/contacts/contacts.events'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { oneLine } from '#kernel/text/one-line'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const MOST_TAGS = 100

/**
 * Puts tags on many contacts in a few statements; those that do not exist are made. Who has a tag keeps it, who has as
 * many as a contact may have gets no more. Each contact that got one has a new version, history and event.
 *
 * @returns who had no room for them.
 */
export const tagContacts = async (
  tx: SqlRunner,
  scope: Scope,
  contactIds: readonly number[],
  names: readonly string[],
): Promise<ReadonlySet<number>> => {
  const { tenantId } = scope.db
  const wanted = [...new Map(names.map((name) => [keyOf(name), oneLine(name)]))]
  await lockContacts(tx, scope, [...contactIds])
  await tx.rows(Prisma.sql`INSERT INTO tag (tenant_id, name, name_key)
    SELECT ${tenantId}::int, name, key FROM unnest(${wanted.map(([, name]) => name)}::text[],
      ${wanted.map(([key]) => key)}::text[]) AS t(name, key) ORDER BY key ON CONFLICT DO NOTHING`)
  await tx.rows(Prisma.sql`WITH added AS (
      INSERT INTO contact_tag (tenant_id, contact_id, tag_id)
      SELECT c.tenant_id, c.id, t.id FROM contact c
      JOIN tag t ON t.tenant_id = c.tenant_id AND t.name_key = ANY (${wanted.map(([key]) => key)}::text[])
      WHERE c.tenant_id = ${tenantId}::int AND c.id = ANY (${[...contactIds]}::int[]) AND c.deleted_at IS NULL
        AND (SELECT count(*) FROM contact_tag k WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id)
          + ${wanted.length}::int <= ${MOST_TAGS}::int
      ORDER BY c.id, t.id ON CONFLICT DO NOTHING RETURNING contact_id, tag_id
    ), raised AS (
      UPDATE contact c SET audit_id = c.audit_id + 1 FROM (SELECT DISTINCT contact_id AS id FROM added) a
      WHERE c.tenant_id = ${tenantId}::int AND c.id = a.id RETURNING c.id, c.audit_id
    ), change AS MATERIALIZED (
      SELECT 'contact'::text AS entity, r.id AS entity_id, r.audit_id, 'updated'::text AS action,
        jsonb_build_object('tags', g.got) AS changes, ${contactEvents.updated}::text AS kind,
        jsonb_build_object('part', 'tags', 'changes', g.got) AS payload, 'local'::text AS origin
      FROM raised r CROSS JOIN LATERAL (SELECT jsonb_build_object('added', jsonb_agg(t.name ORDER BY t.name)) AS got
        FROM added a JOIN tag t ON t.tenant_id = ${tenantId}::int AND t.id = a.tag_id WHERE a.contact_id = r.id) g
    ), ${recordedParts(scope)} SELECT id FROM raised`)
  const keys = wanted.map(([key]) => key)
  const full = await tx.rows<{ id: number }>(withoutRoomSql(tenantId, contactIds, keys))
  return new Set(full.map(({ id }) => id))
}

/** Who has not all of the tags, and nearly as many others as a contact may have. */
const withoutRoomSql = (tenantId: number, contactIds: readonly number[], keys: readonly string[]): Sql => Prisma.sql`
  SELECT c.id FROM unnest(${[...contactIds]}::int[]) AS c(id)
  WHERE (SELECT count(*) FROM contact_tag k WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id)
      > ${MOST_TAGS - keys.length}::int
    AND (SELECT count(*) FROM contact_tag k JOIN tag t ON t.tenant_id = k.tenant_id AND t.id = k.tag_id
      WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id AND t.name_key = ANY (${[...keys]}::text[]))
      < ${keys.length}::int`

/** As readTagName has it. */
const keyOf = (name: string): string => foldedWords(name).join(' ')
