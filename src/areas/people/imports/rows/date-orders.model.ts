import type { ColumnField } from '../columns/fields.model.ts'

export type DateOrder = 'YMD' | 'DMY' | 'MDY'

/** The order of day, month and year in the dates of a column. */
export interface ColumnOrder {
  order: DateOrder
  /** known: chosen, or shown by dates; guessed: by the region; open: the dates of the file contradict each other. */
  from: 'known' | 'guessed' | 'open'
}

const NUMERIC = /^(\d{1,2})[/\-\s](\d{1,2})[/\-\s]\d{2,4}(?!\d)/
const MONTHS = 12
const DAYS = 31

/** Finds the order of day and month in the dates of a file: a first number above 12 is a day, above 31 a year. */
export class DateOrders {
  readonly #shown = new Map<ColumnField, Set<DateOrder>>()
  /** The columns with dates that can be read in two ways. */
  readonly #ambiguous = new Set<ColumnField>()

  add(column: ColumnField, text: string): void {
    const [, first, second] = (NUMERIC.exec(text.trim()) ?? []).map(Number)
    if (first === undefined || second === undefined) return
    if (first <= MONTHS && second <= MONTHS) {
      if (first !== second) this.#ambiguous.add(column)
      return
    }
    const order = first > DAYS ? 'YMD' : first > MONTHS ? 'DMY' : 'MDY'
    this.#shown.set(column, (this.#shown.get(column) ?? new Set()).add(order))
  }

  /**
   * Returns the order of a column: as its own dates show it, else as those of the other columns do, else that of the
   * region.
   */
  orderOf(column: ColumnField, region: DateOrder): ColumnOrder {
    const all = new Set([...this.#shown.values()].flatMap((orders) => [...orders]))
    const [order = region, ...others] = this.#shown.get(column) ?? all
    if (others.length > 0) return { order: region, from: 'open' }
    return { order, from: all.size > 0 ? 'known' : 'guessed' }
  }

  /** Returns the order of all dates that can be read in two ways; null if nothing shows it. */
  common(region: DateOrder): DateOrder | null {
    const found = [...this.#ambiguous].map((column) => this.orderOf(column, region))
    const shown = new Set([...this.#shown.values()].flatMap((orders) => [...orders]))
    if (found.length === 0) return shown.size === 1 ? ([...shown][0] ?? region) : region
    const [first] = found
    return first && found.every(({ order, from }) => from === 'known' && order === first.order) ? first.order : null
  }
}
