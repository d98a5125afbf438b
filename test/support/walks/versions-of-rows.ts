/** A hash of the versions of rows: each write changes it, also one that leaves all values as they were. */
export const VERSIONS_OF_ROWS = `count(*) || ':' || coalesce(bit_xor(hashtextextended(tableoid || ctid::text || xmin, 0)), 0)`
