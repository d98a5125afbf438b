/** Seats that the carts of one address reserve at most. */
const MAX_SEATS = 100
/** Of an event with a limit, half of the seats, but no fewer than this. */
const MIN_SEATS = 10

/** Returns the seats of an event that the carts of one address can reserve together. @param capacity null for no limit. */
export const seatLimit = (capacity: number | null): number =>
  capacity === null ? MAX_SEATS : Math.min(MAX_SEATS, Math.max(MIN_SEATS, Math.floor(capacity / 2)))
