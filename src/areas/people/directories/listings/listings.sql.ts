import { recordedParts } from '#kernel/records/change-sql'
import type { ChangeAction } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { directoryListingEvents } from '../directories.events.ts'

/** A contact in a directory. */
export interface DirectoryListingKey {
  directoryId: number
  contactId: number
}

/** Adds contacts to directories, with history and events. Existing listings do not change. */
export const addListingsSql = (scope: Scope, listings: readonly DirectoryListingKey[]): Sql =>
  changeSql(
    scope,
    'created',
    Prisma.sql`INSERT INTO directory_listing AS l (tenant_id, directory_id, contact_id)
      SELECT DISTINCT ${scope.db.tenantId}::int, w.directory_id, w.contact_id FROM ${keysSql(listings)} ORDER BY 2, 3
      ON CONFLICT (tenant_id, directory_id, contact_id) DO NOTHING
      RETURNING l.id, l.audit_id, l.directory_id, l.contact_id`,
  )

/** Removes contacts from directories, with history and events. A trigger deletes the values of the listings. */
export const removeListingsSql = (scope: Scope, listings: readonly DirectoryListingKey[]): Sql =>
  changeSql(
    scope,
    'deleted',
    Prisma.sql`DELETE FROM directory_listing l USING ${keysSql(listings)}
      WHERE l.tenant_id = ${scope.db.tenantId}::int AND l.directory_id = w.directory_id AND l.contact_id = w.contact_id
      RETURNING l.id, l.audit_id + 1 AS audit_id, l.directory_id, l.contact_id`,
  )

/** @param changed returns id, audit_id, directory_id and contact_id of the listings that changed. */
const changeSql = (scope: Scope, action: ChangeAction & keyof typeof directoryListingEvents, changed: Sql): Sql =>
  Prisma.sql`WITH changed AS (${changed}), change AS (
      SELECT 'directorylisting'::text AS entity, id AS entity_id, audit_id, ${action}::text AS action, facts AS changes,
        ${directoryListingEvents[action]}::text AS kind, facts AS payload, 'local'::text AS origin
      FROM (SELECT id, audit_id, jsonb_build_object('directoryId', directory_id, 'contactId', contact_id) AS facts
        FROM changed ORDER BY id) w
    ), ${recordedParts(scope)} SELECT count(*)::int AS changed FROM change`

const keysSql = (listings: readonly DirectoryListingKey[]): Sql => Prisma.sql`
  unnest(${listings.map(({ directoryId }) => directoryId)}::int[], ${listings.map(({ contactId }) => contactId)}::int[])
    AS w(directory_id, contact_id)`
