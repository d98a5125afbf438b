import { type Static, Type } from '@sinclair/typebox'

/** The format of the archive of a tenant. docs/tenant-archive.md describes it. */
export const FORMAT = 'guildhall-tenant'
/** Changes when a reader of the former version would misunderstand an archive. */
export const FORMAT_VERSION = 1

export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const README = 'README.txt'

export const partName = (table: string, part: number): string =>
  `records/${table}/${String(part).padStart(6, '0')}.ndjson.gz`
export const fileName = (storageKey: string): string => `files/${storageKey}`

/** The names of entries. No entry is ever written to a path made from its name. */
export const PART_NAME = /^records\/([a-z][a-z0-9_]{0,62})\/(\d{6})\.ndjson\.gz$/
export const FILE_NAME = /^files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** The uncompressed bytes at which a part is complete. One row more can exceed it. */
export const PART_BYTES = 2 * 2 ** 20
/** A larger part is no part of ours: it would exhaust the memory of the import. */
export const MAX_PART_BYTES = 64 * 2 ** 20
export const MAX_MANIFEST_BYTES = 64 * 2 ** 20

const Count = Type.Integer({ minimum: 0 })
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

/** A kind of records: the rows of a table, each as an object with these columns. */
const Kind = Type.Object({
  table: Name,
  rows: Count,
  columns: Type.Array(Type.Object({ name: Name, type: Type.String({ maxLength: 200 }) }), { maxItems: 1000 }),
  /** The first and the last day of a table that is divided by time; null if it has no rows. */
  days: Type.Optional(Type.Union([Type.Tuple([Type.String(), Type.String()]), Type.Null()])),
})

/** What the archive does not contain and the new installation has to issue again. */
const IssueAgain = Type.Object({
  what: Type.String({ maxLength: 200 }),
  count: Count,
  names: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 1000 }),
})

/** The first entry. */
export const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  formatVersion: Type.Integer({ minimum: 1 }),
  /** The id of the export: an import that was interrupted is recognized by it. */
  archiveId: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  productVersion: Type.String({ maxLength: 100 }),
  exportedAt: Type.String({ maxLength: 40 }),
  tenant: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    key: Type.String({ maxLength: 63 }),
    name: Type.String({ maxLength: 1000 }),
  }),
  /** The migrations of the database, in order. */
  migrations: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 }),
  kinds: Type.Array(Kind, { maxItems: 10_000 }),
  files: Type.Object({ count: Count, bytes: Count }),
  /** The persons with a seat: their ids in the records, and their addresses. */
  logins: Type.Array(
    Type.Object({ id: Type.Integer(), email: Type.String({ maxLength: 254 }), name: Type.String({ maxLength: 1000 }) }),
    { maxItems: 100_000 },
  ),
  issueAgain: Type.Array(IssueAgain, { maxItems: 100 }),
})
export type Manifest = Static<typeof Manifest>
export type ArchivedKind = Static<typeof Kind>

/** The last entry: what was written, and the checksum of everything before it. */
export const ArchiveEnd = Type.Object({
  kinds: Type.Array(Type.Object({ table: Name, rows: Count, parts: Count }), { maxItems: 10_000 }),
  files: Count,
  /** Files whose bytes the store did not have. */
  missingFiles: Type.Array(Type.String({ pattern: '^[0-9a-f-]{36}$' }), { maxItems: 100_000 }),
  /** SHA-256 of all bytes before the header of this entry, hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type ArchiveEnd = Static<typeof ArchiveEnd>

/** The state of long work on an archive. */
export interface ArchiveProgress {
  /** Bytes of the archive, or rows and files together, as `unit` says. */
  done: number
  total: number
  unit: 'bytes' | 'records'
}
