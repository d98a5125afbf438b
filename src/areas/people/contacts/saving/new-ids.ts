import { Prisma } from '../../../../generated/prisma/client.ts'
import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import type { ContactDraft, ItemDraft } from './drafts.ts'

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

export type IdCounts = Record<NumberedTable, number>

const added = (items: readonly ItemDraft[]): number =>
  items.filter(({ id, isDeleted }) => id === 0 && !isDeleted).length

/** How many new rows a draft asks for. */
export const idsWanted = (draft: ContactDraft, contactId: number): IdCounts => {
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

const isTable = (name: string, counts: IdCounts): name is NumberedTable => name in counts

/**
 * Takes ids from the sequences ahead of the rows, so that rows can refer to each other when they are written in one
 * go. Ids of a request that is refused are lost, as they are with serial columns.
 */
export const newIdsSql = (counts: IdCounts): Sql => {
  const tables = Object.keys(counts).filter((name) => isTable(name, counts) && counts[name] > 0)
  const taken = tables.map(
    (name) =>
      Prisma.sql`array(SELECT nextval(${Prisma.raw(`'${name}_id_seq'`)})::int
        FROM generate_series(1, ${counts[name as NumberedTable]}::int)) AS ${Prisma.raw(name)}`,
  )
  return Prisma.sql`SELECT ${taken.length > 0 ? Prisma.join(taken) : Prisma.raw('1 AS nothing')}`
}

/** Hands out the ids that were taken. */
export class NewIds {
  private readonly left: Partial<Record<NumberedTable, number[]>>

  constructor(left: Partial<Record<NumberedTable, number[]>>) {
    this.left = left
  }

  next(table: NumberedTable): number {
    const id = this.left[table]?.shift()
    if (id === undefined) throw new Error(`No id was taken for ${table}`)
    return id
  }
}
