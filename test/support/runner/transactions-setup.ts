import { watchTransactions } from '#kernel/tenancy/open-transactions'

/** vitest's setup file: no function may need a second connection while it has a transaction. */
watchTransactions()
