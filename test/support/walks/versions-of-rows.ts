/**
 * A hash of the versions of rows, which each write changes, also one that leaves all values as they were. Hashing the values
 * takes a hundred times as long.
 */
export const VERSIONS_OF_ROWS = `count(*) || ':' || coalesce(bit_xor(hashtextextended(tableoid || ctid::text || xmin, 0)), 0)`
