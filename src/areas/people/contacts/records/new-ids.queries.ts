import type { SqlRunner } from '#kernel/database/sql-runner'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import type { NumberedTable } from './columns.model.ts'
import type { IdSource } from './plan-lists.model.ts'
import type { ContactDraft } from './records.model.ts'
import { newChapterContactSql, nextIdsSql } from './records.sql.ts'

type IdCounts = Record<NumberedTable, number>

const countNew = (items: readonly { id: number; isDeleted: boolean }[]): number =>
  items.filter(({ id, isDeleted }) => id === 0 && !isDeleted).length

/** Counts the new rows of a draft. */
const countIds = (draft: ContactDraft, contactId: number): IdCounts => {
  const ofKind = (kind: string) => countNew(draft.infos.filter((info) => info.kind === kind))
  return {
    contact: contactId === 0 ? 1 : 0,
    contact_email: ofKind('email'),
    contact_phone: ofKind('phone'),
    contact_website: ofKind('website'),
    contact_address: countNew(draft.addresses),
    address: countNew(draft.addresses.filter(({ sharedId }) => sharedId === 0)),
    contact_role: countNew(draft.roles),
    contact_designation: countNew(draft.designations),
    contact_relationship: countNew(draft.parents),
  }
}

type IdLists = Partial<Record<NumberedTable, number[]>>

/** Ids that are reserved for the rows of a draft. */
export class NewIds implements IdSource {
  readonly #left: IdLists

  constructor(left: IdLists) {
    this.#left = left
  }

  /** Returns a copy, for a transaction that may be retried. */
  copy(): NewIds {
    return new NewIds(Object.fromEntries(Object.entries(this.#left).map(([table, ids]) => [table, [...ids]])))
  }

  /** Returns the same ids, but with this one as the next of a table. */
  replacing(table: NumberedTable, id: number): NewIds {
    return new NewIds({ ...this.#left, [table]: [id] })
  }

  next(table: NumberedTable): number {
    const id = this.#left[table]?.shift()
    if (id === undefined) throw new Error(`No id is reserved for ${table}`)
    return id
  }
}

const MAX_KEPT = 64

/** Ids that were taken from the sequences and are not used yet. A tenant that saves often takes more at a time. */
class IdBlocks {
  readonly #left = new Map<string, number[]>()
  #size = 1

  async take(db: TenantDb, counts: IdCounts): Promise<NewIds> {
    const needed = (Object.entries(counts) as [NumberedTable, number][]).filter(([, count]) => count > 0)
    const isShort = () => needed.some(([table, count]) => (this.#left.get(table)?.length ?? 0) < count)
    while (isShort()) await this.#refill(db, needed)
    return new NewIds(
      Object.fromEntries(needed.map(([table, count]) => [table, this.#left.get(table)?.splice(0, count)])),
    )
  }

  async #refill(db: TenantDb, needed: readonly [NumberedTable, number][]): Promise<void> {
    this.#size = Math.min(this.#size * 2, MAX_KEPT)
    const [row] = await db.rows<Record<string, number[]>>(
      nextIdsSql(
        db.tenantId,
        needed.map(([table, count]) => [table, count + this.#size]),
      ),
    )
    for (const [table, ids] of Object.entries(row ?? {}))
      this.#left.set(table, [...(this.#left.get(table) ?? []), ...ids])
  }
}

const blocks = new WeakMap<TenantDb, IdBlocks>()

/**
 * Takes the ids of all new rows of a draft before the rows are written, so that one statement can write rows that
 * reference each other. Ids of rejected requests are lost, as with serial columns.
 */
export const takeIds = (db: TenantDb, draft: ContactDraft, contactId: number): Promise<NewIds> => {
  const own = blocks.get(db) ?? new IdBlocks()
  blocks.set(db, own)
  return own.take(db, countIds(draft, contactId))
}

/** Takes exactly the ids that a draft needs, with the connection of a transaction. */
export const takeIdsInTransaction = async (
  tx: SqlRunner,
  tenantId: number,
  draft: ContactDraft,
  contactId: number,
): Promise<NewIds> => {
  const needed = (Object.entries(countIds(draft, contactId)) as [NumberedTable, number][]).filter(([, n]) => n > 0)
  if (needed.length === 0) return new NewIds({})
  const [row] = await tx.rows<IdLists>(nextIdsSql(tenantId, needed))
  return new NewIds(row ?? {})
}

/**
 * Takes the id of a contact that a caller limited to chapters creates. The contact is in the first of the caller's
 * editable chapters from then on, and must exist when the transaction ends.
 */
export const takeIdInChapter = async (tx: SqlRunner, tenantId: number): Promise<number> => {
  const [row] = await tx.rows<{ id: number }>(newChapterContactSql(tenantId))
  if (!row) throw new Error('new_chapter_contact returned no row')
  return row.id
}

/** Takes exactly the ids that new contacts with these drafts need, for all of them in one statement. */
export const takeIdsOfMany = async (
  tx: SqlRunner,
  tenantId: number,
  drafts: readonly ContactDraft[],
): Promise<NewIds[]> => {
  const counts = drafts.map((draft) => Object.entries(countIds(draft, 0)) as [NumberedTable, number][])
  const totals = new Map<NumberedTable, number>()
  for (const [table, count] of counts.flat()) totals.set(table, (totals.get(table) ?? 0) + count)
  const needed = [...totals].filter(([, count]) => count > 0)
  const [left = {}] = needed.length > 0 ? await tx.rows<IdLists>(nextIdsSql(tenantId, needed)) : []
  return counts.map(
    (own) => new NewIds(Object.fromEntries(own.map(([table, count]) => [table, left[table]?.splice(0, count) ?? []]))),
  )
}
