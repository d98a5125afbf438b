import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Records that can own files. An area declares in `*.files.ts` which of its records do: a caller can read a file if it
 * can read the record that owns it.
 */
export interface FileOwner {
  /** The entity: "contact". */
  kind: string
  /** The scope that a caller needs to read the records: "contacts:read". */
  scope: string
  /** SELECT id, name: the records of the tenant that can be read. Row-level security limits them further. Names can be null. */
  rows: (tenantId: number) => Sql
}
