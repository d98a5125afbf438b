import { listDateFieldNames } from '#areas/people/custom-fields/values/cells.service'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { Problem } from '#kernel/errors/problem'
import type { Columns } from '../columns/columns.input.ts'
import type { ColumnField, Field } from '../columns/fields.model.ts'
import { type ColumnOrder, type DateOrder, DateOrders } from '../rows/date-orders.model.ts'
import { findDateOrder } from '../rows/dates.model.ts'
import type { Table } from '../tables/source.model.ts'

/** The fields whose cells are dates, besides custom fields. */
export const DATE_FIELDS: readonly Field[] = ['MemberSince', 'MembershipStart', 'MembershipEnd', 'RenewalDue']

interface OrderRules {
  /** The order that the import states. */
  chosen: DateOrder | null | undefined
  /** Those that it states for single columns. */
  ofColumns: ReadonlyMap<ColumnField, DateOrder>
  language: string
  homeCountry: string | undefined
  custom: Record<1 | 2, FieldSet>
}

/** The orders of day and month in the dates of a file. */
export interface FoundOrders {
  orderOf: (column: ColumnField | undefined) => ColumnOrder
  /** The order of all dates that can be read in two ways; null if nothing shows it. */
  common: DateOrder | null
  /** That of dates that nothing else shows. */
  region: DateOrder
}

/** Finds the orders of day and month in all rows of a file: the first date that shows it can be the last of the file. */
export const findDateOrders = async (columns: Columns, table: Table, rules: OrderRules): Promise<FoundOrders> => {
  const { language, homeCountry, chosen, ofColumns } = rules
  const region = findDateOrder(
    language.includes('-') || homeCountry === undefined ? language : `${language}-${homeCountry}`,
  )
  const shown = await shownOrders(columns, table, rules)
  const orderOf = (column: ColumnField | undefined): ColumnOrder => {
    const order = (column && ofColumns.get(column)) ?? chosen
    if (order) return { order, from: 'known' }
    return column === undefined ? { order: region, from: 'guessed' } : shown.orderOf(column, region)
  }
  return { orderOf, common: chosen ?? shown.common(region), region }
}

/** Returns what columns without an order of their own show. */
const shownOrders = async (
  { fields }: Columns,
  table: Table,
  { custom, ofColumns }: Pick<OrderRules, 'custom' | 'ofColumns'>,
): Promise<DateOrders> => {
  const dated = listDateFields(custom)
  const columns = fields.flatMap((column, at) =>
    column !== undefined && dated.has(column) && !ofColumns.has(column) ? [{ column, at }] : [],
  )
  const orders = new DateOrders()
  if (columns.length === 0) return orders
  try {
    for await (const row of table.rows()) {
      for (const { column, at } of columns) orders.add(column, row.fields.at(at) ?? '')
    }
  } catch (error) {
    // The import reports a file that cannot be read to its end, with the line.
    if (!(error instanceof Problem)) throw error
  }
  return orders
}

/** Returns all fields whose cells are dates. */
export const listDateFields = (custom: Record<1 | 2, FieldSet>): ReadonlySet<ColumnField> =>
  new Set<ColumnField>([...DATE_FIELDS, ...customDates(custom)])

const customDates = (custom: Record<1 | 2, FieldSet>): ColumnField[] =>
  [...listDateFieldNames(custom[1]), ...listDateFieldNames(custom[2])].map(
    (name): ColumnField => `CustomFields.${name}`,
  )
