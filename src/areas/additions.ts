import type { Addition } from '#kernel/registers/register'

/** What areas add to the registers of areas further up the order. */
export const additions: readonly Addition[] = []
