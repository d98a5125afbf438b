import { eventKinds } from '#areas/event-kinds'
import { forbidden } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { scopesOfRecords } from './full-records.queries.ts'

/** What a body carries a record behind. */
const RECORD = '"Record":'
const EVERY_KIND = eventKinds.map(({ kind }) => kind)

/** Whether the body of a delivery tells of a record, or of its being gone. */
export const tellsOfRecord = (body: string | null): boolean => body?.includes(RECORD) ?? false

/** A scope that the caller would need for the records behind these events, and has not. */
const missingFor = (scope: Scope, kinds: readonly string[]): string | undefined =>
  scopesOfRecords(kinds).find((needed) => !hasGrant(scope, needed))

/** Whether the caller may read the records behind these events. */
export const mayRead = (scope: Scope, kinds: readonly string[]): boolean => missingFor(scope, kinds) === undefined

/** @throws 403 insufficient-scope where the caller may not read the records behind these events. */
export const assertMayRead = (scope: Scope, kinds: readonly string[]): void => {
  const missing = missingFor(scope, kinds)
  if (missing === undefined) return
  throw forbidden(`In the full style these events take the scope ${missing}.`, 'insufficient-scope')
}

/**
 * Refuses that deliveries with records the caller may not read are sent by its doing: again, or to an address of its
 * choice. What the webhook is set to by now says nothing of them. Who may read every record costs no query.
 *
 * @param which of the deliveries of the webhook.
 * @throws 403 insufficient-scope.
 */
export const assertMaySend = async (scope: Scope, tx: Transaction, webhookId: number, which: Sql): Promise<void> => {
  if (mayRead(scope, EVERY_KIND)) return
  // Without a body yet: its record is still to be read.
  const rows = await tx.$queryRaw<{ kind: string }[]>(Prisma.sql`SELECT DISTINCT kind FROM webhook_delivery
    WHERE tenant_id = ${scope.db.tenantId} AND webhook_id = ${webhookId} AND ${which}
      AND (body IS NULL OR position(${RECORD}::text IN body) > 0)`)
  assertMayRead(
    scope,
    rows.map(({ kind }) => kind),
  )
}
