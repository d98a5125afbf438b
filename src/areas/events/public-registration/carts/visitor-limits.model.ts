/** Seats that the carts of one address reserve at most. */
export const MAX_OF_ADDRESS = 100

/** Of an event with a limit, visitors together reserve half of the seats, but no fewer than this if it has as many. */
const MIN_SEATS = 4

/** Returns the seats of an event that the carts of all visitors can reserve together. */
export const visitorLimit = (capacity: number): number =>
  Math.max(Math.floor(capacity / 2), Math.min(capacity, MIN_SEATS))
