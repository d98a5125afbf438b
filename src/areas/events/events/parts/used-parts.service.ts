import type { RecordKind } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findPartSql } from './parts.sql.ts'

type PartKind = Required<Pick<RecordKind<never>, 'entity' | 'noun' | 'table'>>

/** The parts that can be used, by their list in the plans of a save. */
const KINDS = {
  types: { entity: 'eventregistrationtype', noun: 'registration type', table: 'event_registration_type' },
  sessions: { entity: 'eventsession', noun: 'session', table: 'event_session' },
  tiers: { entity: 'eventtier', noun: 'sponsorship tier', table: 'event_tier' },
  exhibitorTypes: { entity: 'eventexhibitortype', noun: 'exhibitor type', table: 'event_exhibitor_type' },
  items: { entity: 'eventitem', noun: 'additional item', table: 'event_item' },
  donations: { entity: 'eventitem', noun: 'donation', table: 'event_item' },
  discounts: { entity: 'eventdiscount', noun: 'discount', table: 'event_discount' },
} as const satisfies Record<string, PartKind>

type List = keyof typeof KINDS

/**
 * Rejects the removal of parts that orders or carts use. The event is locked, and each save of a cart locks it, so that no new
 * use can be written before the removal commits.
 *
 * @throws 409 in-use.
 */
export const requireUnusedParts = async (
  scope: Scope,
  tx: Transaction,
  plans: Readonly<Record<List, { removed: readonly number[] } | null>>,
): Promise<void> => {
  await requireUnusedOf(scope, tx, KINDS.types, plans.types)
  await requireUnusedOf(scope, tx, KINDS.sessions, plans.sessions)
  await requireUnusedOf(scope, tx, KINDS.tiers, plans.tiers)
  await requireUnusedOf(scope, tx, KINDS.exhibitorTypes, plans.exhibitorTypes)
  await requireUnusedOf(scope, tx, KINDS.items, plans.items)
  await requireUnusedOf(scope, tx, KINDS.donations, plans.donations)
  await requireUnusedOf(scope, tx, KINDS.discounts, plans.discounts)
}

const requireUnusedOf = async (
  scope: Scope,
  tx: Transaction,
  { entity, noun, table }: PartKind,
  plan: { removed: readonly number[] } | null,
): Promise<void> => {
  for (const id of plan?.removed ?? []) {
    const [part] = await tx.rows<{ name: string }>(findPartSql(table, scope.db.tenantId, id))
    await requireUnused(scope, tx, { entity, noun: `${noun} "${part?.name ?? ''}"` }, { id })
  }
}
