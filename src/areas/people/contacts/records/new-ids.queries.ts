import type { SqlRunner } from '#kernel/database/sql-runner'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { ContactDraft, ItemDraft } from './drafts.model.ts'

/** The tables of a contact whose rows are numbered here. */
export type NumberedTable =
  | 'contact'
  | 'contact_email'
  | 'contact_phone'
  | 'contact_website'
  | 'contact_address'
  | 'address'
  | 'contact_role'
  | 'contact_designation'
  | 'contact_relationship'

type IdCounts = Record<NumberedTable, number>

const added = (items: readonly ItemDraft[]): number =>
  items.filter(({ id, isDeleted }) => id === 0 && !isDeleted).length

/** How many new rows a draft asks for. */
const idsWanted = (draft: ContactDraft, contactId: number): IdCounts => {
  const ofKind = (kind: string) => added(draft.infos.filter((info) => info.kind === kind))
  return {
    contact: contactId === 0 ? 1 : 0,
    contact_email: ofKind('email'),
    contact_phone: ofKind('phone'),
    contact_website: ofKind('website'),
    contact_address: added(draft.addresses),
    address: added(draft.addresses.filter(({ placeId }) => placeId === 0)),
    contact_role: added(draft.roles),
    contact_designation: added(draft.designations),
    contact_relationship: added(draft.parents),
  }
}

/** Hands out the ids that were taken. */
export class NewIds {
  private readonly left: Partial<Record<NumberedTable, number[]>>

  constructor(left: Partial<Record<NumberedTable, number[]>>) {
    this.left = left
  }

  /** The same ids once more, for a transaction that is tried again. */
  again(): NewIds {
    return new NewIds(Object.fromEntries(Object.entries(this.left).map(([table, ids]) => [table, [...ids]])))
  }

  /** The same ids, but this one next for a table. */
  instead(table: NumberedTable, id: number): NewIds {
    return new NewIds({ ...this.left, [table]: [id] })
  }

  next(table: NumberedTable): number {
    const id = this.left[table]?.shift()
    if (id === undefined) throw new Error(`No id was taken for ${table}`)
    return id
  }
}

/** Ids that were taken from the sequences and not used yet. A tenant that saves much takes more at a time. */
class IdBlocks {
  private readonly left = new Map<string, number[]>()
  private size = 1

  async take(db: TenantDb, counts: IdCounts): Promise<NewIds> {
    const wanted = Object.entries(counts).filter(([, count]) => count > 0)
    const isShort = () => wanted.some(([table, count]) => (this.left.get(table)?.length ?? 0) < count)
    while (isShort()) await this.refill(db, wanted)
    return new NewIds(Object.fromEntries(wanted.map(([table, n]) => [table, this.left.get(table)?.splice(0, n)])))
  }

  private async refill(db: TenantDb, wanted: [string, number][]): Promise<void> {
    this.size = Math.min(this.size * 2, MOST_KEPT)
    const taken = wanted.map(
      ([table, count]) =>
        Prisma.sql`array(SELECT nextval(${Prisma.raw(`'${table}_id_seq'`)})::int
          FROM generate_series(1, ${count + this.size}::int)) AS ${Prisma.raw(table)}`,
    )
    const [row] = await db.rows<Record<string, number[]>>(Prisma.sql`SELECT ${Prisma.join(taken)}`)
    for (const [table, ids] of Object.entries(row ?? {}))
      this.left.set(table, [...(this.left.get(table) ?? []), ...ids])
  }
}

const MOST_KEPT = 64
const blocks = new WeakMap<TenantDb, IdBlocks>()

/**
 * Takes the ids of all rows that a draft adds ahead of the rows, so that they can refer to each other when they are
 * written in one go. Ids of requests that are refused are lost, as they are with serial columns.
 */
export const takeIds = (db: TenantDb, draft: ContactDraft, contactId: number): Promise<NewIds> => {
  const own = blocks.get(db) ?? new IdBlocks()
  blocks.set(db, own)
  return own.take(db, idsWanted(draft, contactId))
}

/**
 * The id of a contact that a caller limited to chapters is about to create. It is in the first of the caller's editable
 * chapters from now on, and must be there itself when the transaction ends.
 */
export const takeIdInChapter = async (tx: SqlRunner): Promise<number> => {
  const [row] = await tx.rows<{ id: number }>(Prisma.sql`SELECT new_chapter_contact() AS id`)
  if (!row) throw new Error('new_chapter_contact answers one row')
  return row.id
}
