import type { Sql } from '#prisma/internal/prismaNamespace'

/** Runs one statement; JSON columns arrive parsed. Statements sent without awaiting the first share a round trip. */
export interface SqlRunner {
  rows<T extends object>(query: Sql): Promise<T[]>
}
