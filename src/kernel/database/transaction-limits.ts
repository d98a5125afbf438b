/**
 * The limits of a transaction of few statements, in milliseconds: as long as the database lets a connection wait in one. The
 * default of Prisma, 5 seconds, fails it on a slow machine, and the next attempt fails too.
 */
export const TRANSACTION_LIMITS = { timeout: 60_000, maxWait: 10_000 }
