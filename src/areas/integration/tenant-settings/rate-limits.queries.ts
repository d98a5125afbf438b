import type { Scope } from '#kernel/tenancy/scope'
import { type RateLimitValues, rateLimitsSql } from './rate-limits.sql.ts'

/** Reads the limits and their use as JSON text. */
export const readRateLimits = async (scope: Scope, limits: RateLimitValues): Promise<string> => {
  const [row] = await scope.db.rows<{ text: string }>(rateLimitsSql(scope, limits))
  return row?.text ?? '{}'
}
