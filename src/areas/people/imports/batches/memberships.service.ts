import {
  createImportedMemberships,
  findOngoing,
  type ImportedMembership,
  type OngoingMembership,
  planMembership,
} from '#areas/people/memberships/imported/imported-memberships.service'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import type { ParsedRow } from '../rows/row-context.model.ts'
import type { ImportWork } from './import-work.model.ts'

/** The membership of a row: to create, none, or what is wrong with it. */
export type RowMembership = { planned: ImportedMembership | undefined } | { fault: string }

/**
 * Plans the memberships of rows before anything of them is saved. A membership that the contact already has changes
 * nothing if it ends on the same day, and refuses the row otherwise.
 *
 * @param contactIds of the rows that have a contact.
 */
export const membershipPlanner = async (
  scope: Scope,
  tx: DriverTransaction,
  { types }: ImportWork,
  contactIds: readonly number[],
): Promise<(row: ParsedRow, contactId: number | undefined) => RowMembership> => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const ongoing = new Map<string, OngoingMembership>()
  for (const one of types.length > 0 ? await findOngoing(scope, tx, contactIds) : [])
    ongoing.set(`${one.contactId} ${one.typeId}`, one)
  return ({ membership, systemTypeId }, contactId) => {
    if (!membership) return { planned: undefined }
    const planned = planMembership(types, membership, systemTypeId, today)
    if ('fault' in planned) return { fault: `Membership: ${planned.fault}` }
    const known = ongoing.get(`${contactId} ${planned.typeId}`)
    if (!known) return { planned }
    const hasEnded = planned.cancelledOn !== null || planned.droppedOn !== null
    if (hasEnded || known.endsOn === planned.endsOn) return { planned: undefined }
    return { fault: 'Membership: the contact already has one of this type with other dates' }
  }
}

/** Creates the memberships of saved rows. Returns how many. */
export const saveMemberships = async (
  scope: Scope,
  tx: DriverTransaction,
  rows: readonly { contactId: number; membership: ImportedMembership | undefined }[],
): Promise<number> => {
  const planned = rows.flatMap(({ contactId, membership }) => (membership ? [{ ...membership, contactId }] : []))
  await createImportedMemberships(scope, tx, planned)
  return planned.length
}
