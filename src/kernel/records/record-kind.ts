import type { Prisma } from '#prisma/client'
import type { Scope } from '../tenancy/scope.ts'
import type { Models } from '../tenancy/tenant-db.ts'

/** The key of a record: an id means nothing without its tenant. */
export interface RecordKey {
  tenantId: number
  id: number
}

/** The fields that every record with a version has. */
export interface VersionedRecord {
  id: number
  /** 1 on creation, +1 per change. */
  auditId: number
}

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored' | 'merged'

/** One kind of record, as data: what the functions of this folder need to know of it. */
export interface RecordKind<R> {
  /** In the history and in events: "group". */
  entity: string
  /** In problem details: "custom field". The entity if absent. */
  noun?: string
  /** The table's name in the database. */
  table: string
  /**
   * The documented names of columns in the history, where they differ from the column (`starts_on`: StartDate); null for a
   * column that it leaves out. Null for all: the area compares its records by itself.
   */
  columns?: Readonly<Record<string, string | null>> | null
  /** Whether deleted rows stay, with `deleted_at` set. */
  isSoftDeleted?: boolean
  /** The event kind of each action that others may react to. */
  events?: Readonly<Partial<Record<ChangeAction, string>>>
  /** The record with this key, or null. Leaves out deleted records, and records that the caller may never see. */
  find: (models: Models, key: RecordKey, scope: Scope) => Promise<R | null>
}

/** What locks and the history need of a kind. */
export type KindFacts = Omit<RecordKind<never>, 'find'>

/** Adds one to the version of a record, as part of the data of an update by Prisma. */
export const NEXT_VERSION = { auditId: { increment: 1 } } as const satisfies {
  auditId: Prisma.IntFieldUpdateOperationsInput
}

/** Returns a record with the version that its deletion makes: a deleted row cannot be updated. */
export const nextVersionOf = <R extends VersionedRecord>(record: R): R => ({ ...record, auditId: record.auditId + 1 })
