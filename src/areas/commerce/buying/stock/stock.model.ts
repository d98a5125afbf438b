/** The counters of an item or sub-item. */
export interface Counters {
  /** Pieces in stock, reserved ones included. */
  onHand: number
  /** Pieces that carts reserve. */
  held: number
  /** Pieces sold that are not in stock. */
  backordered: number
  allowsBackorder: boolean
}

/** Returns the pieces that can be sold; below 0: what is missing for the pieces sold and reserved. */
export const availableOf = ({ onHand, held, backordered }: Counters): number => onHand - held - backordered

/** Returns whether a cart can reserve pieces. */
export const canReserve = (counters: Counters, quantity: number): boolean =>
  counters.allowsBackorder || availableOf(counters) >= quantity

export interface Taking {
  /** Pieces that leave the stock. */
  taken: number
  /** Pieces that wait for stock. */
  backordered: number
  /** The counters afterwards. */
  after: Counters
}

/**
 * Sells pieces that a cart has reserved: pieces that no other order or cart has leave the stock, the others wait.
 *
 * @returns null if pieces are missing and the item allows no back order: staff have reduced the stock.
 */
export const takeReserved = (counters: Counters, quantity: number): Taking | null => {
  const { onHand, held, backordered, allowsBackorder } = counters
  const others = held - quantity + backordered
  const taken = Math.max(0, Math.min(quantity, onHand - others))
  const missing = quantity - taken
  if (missing > 0 && !allowsBackorder) return null
  const after = { ...counters, onHand: onHand - taken, held: held - quantity, backordered: backordered + missing }
  return { taken, backordered: missing, after }
}
