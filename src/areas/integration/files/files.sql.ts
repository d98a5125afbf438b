import { isInUseSql, type RecordUse } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { FileOwner } from '#services/files/file-owner'

/** Returns whether the record that owns a file can be read. */
export const ownerExistsSql = (tenantId: number, { rows }: FileOwner, id: number): Sql =>
  Prisma.sql`SELECT EXISTS (SELECT FROM (${rows(tenantId)}) o WHERE o.id = ${id}::integer) AS "isThere"`

/** Selects up to `max` tenants with files to delete. */
export const tenantsWithExpiredFilesSql = (now: Date, max: number): Sql =>
  Prisma.sql`SELECT DISTINCT tenant_id AS "tenantId" FROM (
    SELECT tenant_id FROM stored_file WHERE expires_at <= ${now}::timestamptz ORDER BY expires_at LIMIT ${max}::integer) f`

/** Locks up to `max` files that no record owns and that are not deleted yet. Skips those that a record begins to use. */
export const lockExpiredFilesSql = (tenantId: number, now: Date, max: number): Sql =>
  Prisma.sql`SELECT id FROM stored_file WHERE tenant_id = ${tenantId}::integer AND expires_at <= ${now}::timestamptz
    AND state <> 'deleting' ORDER BY expires_at LIMIT ${max}::integer FOR UPDATE SKIP LOCKED`

/** Selects the files of a record that nothing uses, in the order of their ids. */
export const unusedFilesSql = (
  scope: Pick<Scope, 'db' | 'clock'>,
  { kind, id }: { kind: string; id: number },
  uses: readonly RecordUse[],
): Sql => Prisma.sql`SELECT f.id FROM stored_file f WHERE f.tenant_id = ${scope.db.tenantId}::integer AND f.state = 'ready'
    AND f.owner_kind = ${kind}::text AND f.owner_id = ${id}::integer
    AND NOT ${isInUseSql(uses, scope, Prisma.sql`f.id`)} ORDER BY f.id`

/** Selects the number of files that expired before a time, by the index of all tenants. */
export const overdueFilesSql = (before: Date): Sql =>
  Prisma.sql`SELECT count(*)::integer AS value FROM stored_file WHERE expires_at < ${before}::timestamptz`
