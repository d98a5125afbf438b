import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import { register } from '#kernel/registers/register'
import { actorName, hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Records that can own files. An area declares in `*.files.ts` which of its records do: a caller can read a file if it
 * can read the record that owns it.
 */
export interface FileOwner {
  /** The entity: "contact". */
  kind: string
  /** Why its file cannot be deleted, and how it is removed: "The file belongs to a project. Remove it there." */
  remedy: string
  /** The scope that a caller needs to read the records: "contacts:read". */
  scope: string
  /** SELECT id, name: the records of the tenant that can be read. Row-level security limits them further. Names can be null. */
  rows: (tenantId: number) => Sql
}

/** The records of each area that own files. */
export const fileOwners = register<FileOwner>('owners of files')

/** Returns the actor whose uploads the caller can use until a record owns them: its own; null for any, with `admin`. */
export const uploaderOf = (scope: Pick<Scope, 'actor' | 'grants' | 'chapters'>): string | null =>
  hasGrant(scope, ADMIN_SCOPE) && !scope.chapters ? null : actorName(scope.actor)
