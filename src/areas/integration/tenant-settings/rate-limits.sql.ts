import { instantJson } from '#kernel/database/json-sql'
import type { UnspentTokens } from '#kernel/http/rate-limit'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'

export interface RateLimitValues {
  credentialRate: number
  tenantRate: number
  addressRate: number
  /** What this process has reserved in the current minute and not used. */
  unspent: UnspentTokens
}

const MAX_CREDENTIALS = 100

/** Returns the limits and their use (RateLimits) as JSON text: \`text\`. */
export const rateLimitsSql = (scope: Scope, limits: RateLimitValues): Sql => {
  const tenantId = Prisma.sql`${scope.db.tenantId}::integer`
  return Prisma.sql`
  WITH used AS MATERIALIZED (
    SELECT u.credential, u.minute, greatest(0, u.used - CASE WHEN u.minute < floor(extract(epoch FROM clock_timestamp()) / 60) THEN 0
      WHEN u.credential IS NULL THEN ${limits.unspent.tenant}::int
      ELSE coalesce((${JSON.stringify(limits.unspent.credentials)}::jsonb ->> u.credential)::int, 0) END) AS used
    FROM rate_use(${tenantId}) u
  ), minutes AS (
    SELECT to_timestamp((floor(extract(epoch FROM clock_timestamp()) / 60) - 59 + n) * 60) AS start,
      coalesce((SELECT max(u.used) FROM used u WHERE u.credential IS NULL
        AND u.minute = floor(extract(epoch FROM clock_timestamp()) / 60)::bigint - 59 + n), 0) AS used
    FROM generate_series(0, 59) AS n
  ), rejected AS (
    SELECT r.credential, sum(r.count)::int AS count, max(r.last_at) AS last_at FROM rate_rejection r
    WHERE r.tenant_id = ${tenantId} AND r.hour > now() - interval '7 days' GROUP BY r.credential
  ), credentials AS (
    SELECT coalesce(u.credential, r.credential) AS credential, coalesce(u.used, 0) AS used, coalesce(r.count, 0) AS count, r.last_at
    FROM (SELECT * FROM used WHERE credential IS NOT NULL) u FULL JOIN rejected r ON r.credential = u.credential
    ORDER BY r.last_at DESC NULLS LAST, u.used DESC, 1 LIMIT ${MAX_CREDENTIALS}
  )
  SELECT json_build_object('CredentialLimit', ${limits.credentialRate}::int, 'TenantLimit', ${limits.tenantRate}::int,
    'AddressLimit', ${limits.addressRate}::int,
    'Minutes', (SELECT json_agg(json_build_object('StartDate', ${instantJson(Prisma.sql`m.start`)}, 'Used', m.used)
      ORDER BY m.start) FROM minutes m),
    'Credentials', coalesce((SELECT json_agg(json_build_object('Credential', k.credential,
      'Name', ${actorNameSql(scope, Prisma.sql`k.credential`)}, 'Used', k.used, 'RejectedCount', k.count,
      'LastRejectedDate', ${instantJson(Prisma.sql`k.last_at`)}) ORDER BY k.last_at DESC NULLS LAST, k.used DESC, k.credential)
      FROM credentials k), '[]'::json))::text AS text`
}
