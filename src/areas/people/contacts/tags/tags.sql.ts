import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactEvents, tagEvents } from '../contacts.events.ts'
import { contactKind } from '../contacts.queries.ts'
import { tagKind } from './tags.queries.ts'

/** Tags of one contact. */
export const MAX_TAGS = 100

/** Inserts the tags that do not exist, and records them. @param tags names by folded name. */
export const insertTagsSql = (scope: Scope, tags: ReadonlyMap<string, string>): Sql => Prisma.sql`WITH made AS (
    INSERT INTO tag (tenant_id, name, name_key)
    SELECT ${scope.db.tenantId}::int, name, key FROM unnest(${[...tags.values()]}::text[],
      ${[...tags.keys()]}::text[]) AS t(name, key) ORDER BY key ON CONFLICT DO NOTHING RETURNING id, name
  ), change AS MATERIALIZED (
    SELECT ${tagKind.entity}::text AS entity, id AS entity_id, 0 AS audit_id, 'created'::text AS action,
      jsonb_build_object('name', name) AS changes, ${tagEvents.created}::text AS kind,
      jsonb_build_object('Name', name) AS payload, 'local'::text AS origin
    FROM made ORDER BY id
  ), ${recordedParts(scope)} SELECT id FROM made`

/** Adds tags to the contacts that have room for all of them, and records the change of each contact. */
export const tagContactsSql = (scope: Scope, contactIds: readonly number[], keys: readonly string[]): Sql => {
  const { tenantId } = scope.db
  return Prisma.sql`WITH added AS (
      INSERT INTO contact_tag (tenant_id, contact_id, tag_id)
      SELECT c.tenant_id, c.id, t.id FROM contact c
      JOIN tag t ON t.tenant_id = c.tenant_id AND t.name_key = ANY (${[...keys]}::text[])
      WHERE c.tenant_id = ${tenantId}::int AND c.id = ANY (${[...contactIds]}::int[]) AND c.deleted_at IS NULL
        AND (SELECT count(*) FROM contact_tag k WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id)
          + ${keys.length}::int <= ${MAX_TAGS}::int
      ORDER BY c.id, t.id ON CONFLICT DO NOTHING RETURNING contact_id, tag_id
    ), raised AS (
      UPDATE contact c SET audit_id = c.audit_id + 1 FROM (SELECT DISTINCT contact_id AS id FROM added) a
      WHERE c.tenant_id = ${tenantId}::int AND c.id = a.id RETURNING c.id, c.audit_id
    ), change AS MATERIALIZED (
      SELECT ${contactKind.entity}::text AS entity, r.id AS entity_id, r.audit_id, 'updated'::text AS action,
        jsonb_build_object('tags', g.got) AS changes, ${contactEvents.updated}::text AS kind,
        jsonb_build_object('part', 'tags', 'changes', g.got) AS payload, 'local'::text AS origin
      FROM raised r CROSS JOIN LATERAL (SELECT jsonb_build_object('added', jsonb_agg(t.name ORDER BY t.name)) AS got
        FROM added a JOIN tag t ON t.tenant_id = ${tenantId}::int AND t.id = a.tag_id WHERE a.contact_id = r.id) g
    ), ${recordedParts(scope)} SELECT id FROM raised`
}

/** Finds the contacts that lack some of the tags and have no room for all of them. */
export const findWithoutRoomSql = (
  { db: { tenantId } }: Scope,
  contactIds: readonly number[],
  keys: readonly string[],
): Sql => Prisma.sql`
  SELECT c.id FROM unnest(${[...contactIds]}::int[]) AS c(id)
  WHERE (SELECT count(*) FROM contact_tag k WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id)
      > ${MAX_TAGS - keys.length}::int
    AND (SELECT count(*) FROM contact_tag k JOIN tag t ON t.tenant_id = k.tenant_id AND t.id = k.tag_id
      WHERE k.tenant_id = ${tenantId}::int AND k.contact_id = c.id AND t.name_key = ANY (${[...keys]}::text[]))
      < ${keys.length}::int`

/** Tags contacts. A separate statement, so that it sees tags that other transactions created in the meantime. */
export const contactTagsSql = (tenantId: number, tags: readonly object[]): Sql => Prisma.sql`
  INSERT INTO contact_tag (tenant_id, contact_id, tag_id)
  SELECT ${tenantId}::int, w.contact_id, t.id
  FROM json_to_recordset(${JSON.stringify(tags)}::json) AS w(contact_id int, name_key text)
  JOIN tag t ON t.tenant_id = ${tenantId} AND t.name_key = w.name_key
  ORDER BY w.contact_id, t.id ON CONFLICT DO NOTHING`
