import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import { insufficientScope, Problem } from '#kernel/errors/problem'
import { kindsOf } from '#kernel/outbox/event-kind'
import { type EventOfRecord, findShape } from '#kernel/records/record-shape'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const firstWord = (kind: string): string => kind.slice(0, kind.indexOf('.'))

/** The scopes for events whose payload alone shows what few callers may read. */
const SCOPES_WITHOUT_RECORD: ReadonlyMap<string, string> = new Map([['seat', ADMIN_SCOPE]])

/** Returns the scopes that a caller needs to read the records of these events. */
export const listRecordScopes = (kinds: readonly string[]): string[] => {
  const entities = new Set(kinds.map(firstWord))
  const scopeOf = (entity: string) => findShape(entity)?.scope ?? SCOPES_WITHOUT_RECORD.get(entity)
  return [...new Set([...entities].flatMap((entity) => scopeOf(entity) ?? []))]
}

/**
 * Returns the record of an event in its documented shape, as JSON text; null if it does not exist. It is what a caller
 * with only the scope to read the record gets. It offers no action, because a delivery has no caller.
 */
export const readRecord = async (scope: Scope, event: EventOfRecord): Promise<string | null> => {
  const word = firstWord(event.kind)
  const shape = findShape(word)
  // The webhook was checked for the scope of the event's kind: records of another entity are not read.
  if (!shape || (shape.entity ?? word) !== event.entity) return null
  try {
    return await shape.read({ ...scope, grants: new Set([shape.scope]) }, event.entityId, event)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/** A body with this text contains a record, or null for a record that is deleted. */
const RECORD_MEMBER = '"Record":'

/** Selects the event kinds of deliveries with a record; without a body, the record is still to be read. */
const kindsWithRecordSql = (tenantId: number, webhookId: number, which: Sql): Sql => Prisma.sql`
  SELECT DISTINCT kind FROM webhook_delivery
  WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} AND ${which}
    AND (body IS NULL OR position(${RECORD_MEMBER}::text IN body) > 0)`

/** Returns whether the body of a delivery contains a record. */
export const containsRecord = (body: string | null): boolean => body?.includes(RECORD_MEMBER) ?? false

const missingScope = (scope: Scope, kinds: readonly string[]): string | undefined =>
  listRecordScopes(kinds).find((needed) => !hasGrant(scope, needed))

/** Returns whether the caller may read the records of these events. */
export const canReadRecords = (scope: Scope, kinds: readonly string[]): boolean =>
  missingScope(scope, kinds) === undefined

/** @throws 403 insufficient-scope if the caller may not read the records of these events. */
export const requireCanReadRecords = (scope: Scope, kinds: readonly string[]): void => {
  const missing = missingScope(scope, kinds)
  if (missing === undefined) return
  throw insufficientScope(missing, `The full style of these events requires the scope ${missing}.`)
}

/**
 * Rejects a replay, or a new Url, by which deliveries with records that the caller may not read would be sent. The
 * current settings of the webhook do not matter, since older deliveries can contain other records.
 *
 * @param which deliveries of the webhook.
 * @throws 403 insufficient-scope.
 */
export const requireCanSendRecords = async (
  scope: Scope,
  tx: Transaction,
  webhookId: number,
  which: Sql,
): Promise<void> => {
  if (canReadRecords(scope, kindsOf(['*']))) return
  const rows = await tx.rows<{ kind: string }>(kindsWithRecordSql(scope.db.tenantId, webhookId, which))
  requireCanReadRecords(
    scope,
    rows.map(({ kind }) => kind),
  )
}
