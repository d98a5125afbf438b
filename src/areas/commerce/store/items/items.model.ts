export const KIND = { physical: 0, digital: 1, voucher: 2, informational: 3 } as const
export type KindId = (typeof KIND)[keyof typeof KIND]

/** Returns the kind with a number that the database contains. */
export const kindOf = (id: number): KindId => Object.values(KIND).find((kind) => kind === id) ?? KIND.physical

export const KIND_NAMES: Readonly<Record<KindId, string>> = {
  0: 'Physical',
  1: 'Digital download',
  2: 'Voucher',
  3: 'Informational',
}

/** The rows whose counters are the stock of an item. */
export const TRACKING = { none: 1, byItem: 2, bySubItem: 3 } as const

export const VOUCHER = { amount: 1, percent: 2, freeItem: 3 } as const

/** The counters of the stock of an item or sub-item. */
export interface StockCounters {
  /** Pieces in stock, with those that carts reserve. */
  onHand: number
  held: number
  /** Pieces sold that are not in stock. */
  backordered: number
}

/** Returns the pieces that can still be sold; below 0: pieces on back order. */
export const countSellable = ({ onHand, held, backordered }: StockCounters): number => onHand - held - backordered

interface Priced {
  /** Cents; null: the price of the item. */
  price: number | null
  isActive: boolean
}

/** Returns the lowest and highest price, in cents, at which an item is sold. */
export const findPriceSpan = (price: number, subItems: readonly Priced[]): { min: number; max: number } => {
  const prices = subItems.flatMap((each) => (each.isActive ? [each.price ?? price] : []))
  return prices.length === 0 ? { min: price, max: price } : { min: Math.min(...prices), max: Math.max(...prices) }
}
