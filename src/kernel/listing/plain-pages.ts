import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Slots, shapesBy } from '../database/shape.ts'
import { ownValue } from '../lookups/own-value.ts'
import { contactOfChaptersSql } from '../tenancy/chapter-contacts.ts'
import type { Scope } from '../tenancy/scope.ts'
import { afterSql } from './continuation.ts'
import { keptTotalSql } from './kept-totals.ts'
import type { Listing } from './listing.ts'
import { buildSortKeys, type OrderTerm, orderBySql } from './order.ts'
import { countSql, keyColumns, numberedSql, type PageRows, sizeFor, statementSql, where } from './page-sql.ts'
import type { ListRequest } from './request.ts'

/** What changes the text of a plain page, besides its columns. */
interface PageForm {
  order: readonly OrderTerm[]
  size: number
  hasAfter: boolean
  hasSkip: boolean
  isLimited: boolean
}

interface PageValues {
  tenantId: number
  take: number
  /** One more than `take`. */
  most: number
  skip: number
  /** The chapters that the caller is limited to. */
  chapters: readonly number[]
  /** The keys of the row that the page comes after. */
  after0: string
  after1: string
  after2: string
}

/** As many as there are slots for the cursor. */
const MAX_KEYS = 3

/** Returns the statement of a page; null if the request is not plain. @param form the form of the columns. */
export type PlainPages<F, V> = (
  scope: Pick<Scope, 'db' | 'chapters'>,
  request: ListRequest,
  form: F,
  values: V,
) => Sql | null

/**
 * Returns the pages of a hot list without filter and search, as shapes: the same statements as pageSql, composed once
 * for each order. A list without this has each statement composed.
 *
 * @param columnsOf the columns of a form, such as those for callers that can change records.
 */
export const plainPages = <F extends string, V extends object>(
  listing: Listing,
  columnsOf: (form: F, slots: Slots<V>) => Sql,
): PlainPages<F, V> => {
  const fill = shapesBy<PageForm & { columns: F }, PageValues & V>(keyOf, ({ columns, ...form }, slots) =>
    pageSql({ listing, columns: columnsOf(columns, slots) }, form, slots),
  )
  return ({ db: { tenantId }, chapters }, request, columns, values) => {
    const { order, take, skip, after, filter, criteria } = request
    const isPlain = !filter && criteria === null && order.every(({ field }) => isOwn(listing, field))
    if (!isPlain || (after && after.length > MAX_KEYS)) return null
    const form = {
      columns,
      order,
      size: sizeFor(take + 1),
      hasAfter: after !== null,
      hasSkip: skip > 0,
      isLimited: chapters !== null,
    }
    const [after0 = '', after1 = '', after2 = ''] = after ?? []
    const page = { tenantId, take, most: take + 1, skip, chapters: chapters?.readable ?? [], after0, after1, after2 }
    return fill(form, { ...page, ...values })
  }
}

/**
 * Returns whether the listing itself, without fields that are added for a request, can be ordered by the field in its
 * rows.
 */
const isOwn = ({ fields }: Listing, name: string): boolean => {
  const field = ownValue(fields, name)
  return field?.order !== undefined && !field.sideTable
}

const keyOf = ({ columns, order, size, hasAfter, hasSkip, isLimited }: PageForm & { columns: string }): string =>
  `${columns} ${order.map(({ field, descending }) => `${field} ${descending}`)} ${size} ${hasAfter} ${hasSkip} ${isLimited}`

const pageSql = (list: PageRows, form: PageForm, slots: Slots<PageValues>): Sql => {
  const { listing } = list
  const { tenantId, take, most } = slots
  const keys = buildSortKeys(listing, form.order)
  const conditions = [Prisma.sql`${listing.tenant} = ${tenantId}::integer`, listing.listed]
  if (form.isLimited && listing.contact)
    conditions.push(contactOfChaptersSql(listing.contact, tenantId, slots.chapters))
  const after = [slots.after0, slots.after1, slots.after2].slice(0, keys.length)
  const wanted = form.hasAfter ? [...conditions, afterSql(keys, after)] : conditions
  const offset = form.hasSkip ? Prisma.sql`OFFSET ${slots.skip}::integer` : Prisma.empty
  const ordered = Prisma.sql`SELECT ${keyColumns(listing, keys)} FROM ${listing.from} ${where(wanted)}
    ORDER BY ${orderBySql(keys)} LIMIT ${Prisma.raw(String(form.size))} ${offset}`
  const kept = form.isLimited ? null : keptTotalSql(listing.totals, tenantId, null)
  const total = kept ?? countSql(Prisma.sql`(SELECT FROM ${listing.from} ${where(conditions)})`)
  const parts = { queries: Prisma.empty, chosen: numberedSql(keys, ordered, most), total, keys }
  return statementSql(list, parts, { tenantId, take })
}
