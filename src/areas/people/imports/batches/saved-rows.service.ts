import { tagImported } from '#areas/people/contacts/tags/tags.service'
import { ensureGroups } from '#areas/people/groups/groups.service'
import { addMembers } from '#areas/people/groups/members/members.service'
import {
  createImportedMemberships,
  findOngoing,
  type ImportedMembership,
  type OngoingMembership,
  planMembership,
} from '#areas/people/memberships/imported/imported-memberships.service'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { todayOf } from '#kernel/time/day'
import { addSuppressions } from '#services/mail/suppressions'
import type { ParsedRow } from '../rows/row-context.model.ts'
import type { ImportWork, Outcome } from './import-work.model.ts'

/** A row whose contact was saved. */
export interface SavedRow {
  contactId: number
  isNew: boolean
  isChanged: boolean
  parsed: ParsedRow
  /** The membership to create. */
  membership: ImportedMembership | undefined
}

/** Adds saved contacts to their groups, tags them, and suppresses mail to the addresses that receive none. */
export const saveLabels = async (
  scope: Scope,
  tx: DriverTransaction,
  work: ImportWork,
  saved: readonly SavedRow[],
  outcome: Outcome,
): Promise<void> => {
  const { counts } = outcome
  await tagImported(
    scope,
    tx,
    saved.map(({ contactId, isNew, parsed }) => ({ contactId, isNew, tags: parsed.tags })),
  )
  const groups = await ensureNamedGroups(scope, tx, work, saved, outcome)
  const members = saved.flatMap(({ contactId, parsed }) =>
    parsed.groups.flatMap((name) => {
      const groupId = groups(name)
      return groupId === undefined ? [] : [{ groupId, contactId }]
    }),
  )
  // A group that a dry run would create has no id.
  const existing = members.filter(({ groupId }) => groupId > 0)
  const created = new Set(saved.flatMap(({ contactId, isNew }) => (isNew ? [contactId] : [])))
  const added = await addMembers(scope, tx, existing, { created })
  counts.membersAdded += added.length + members.length - existing.length
  const addresses = new Map(saved.flatMap(({ parsed }) => suppressionsOf(parsed)))
  counts.addressesSuppressed += await addSuppressions(scope, tx, [...addresses.values()])
}

/** Creates the groups that saved contacts name and that do not exist. Returns the id of each name; 0 in a dry run. */
const ensureNamedGroups = async (
  scope: Scope,
  tx: DriverTransaction,
  { groups, isDryRun }: ImportWork,
  saved: readonly SavedRow[],
  outcome: Outcome,
): Promise<(name: string) => number | undefined> => {
  const idOf = (name: string) => outcome.groups.get(fold(name)) ?? groups.get(fold(name))
  const missing = new Map<string, string>()
  for (const name of saved.flatMap(({ parsed }) => parsed.groups))
    if (idOf(name) === undefined && !missing.has(fold(name))) missing.set(fold(name), name)
  if (missing.size === 0) return idOf
  const names = [...missing.values()]
  const { ids, created } = isDryRun
    ? { ids: new Map(names.map((name) => [name, 0])), created: names.length }
    : await ensureGroups(scope, tx, names)
  outcome.counts.groupsCreated += created
  for (const [name, id] of ids) outcome.groups.set(fold(name), id)
  return idOf
}

const suppressionsOf = ({ draft, suppression: reason }: ParsedRow) =>
  reason === undefined
    ? []
    : draft.infos.flatMap((info) => {
        const addressKey = info.kind === 'email' ? info.row.address_key : undefined
        return addressKey === undefined ? [] : [[addressKey, { addressKey, reason }] as const]
      })

/** The membership of a row: to create, none, or what is wrong with it. */
export type RowMembership = { planned: ImportedMembership | undefined } | { fault: string }

/**
 * Plans the memberships of rows before anything of them is saved. A membership that the contact already has changes
 * nothing if it ends on the same day, and refuses the row otherwise.
 *
 * @param contactIds of the rows that have a contact.
 */
export const loadMembershipPlanner = async (
  scope: Scope,
  tx: DriverTransaction,
  { types }: ImportWork,
  contactIds: readonly number[],
): Promise<(row: ParsedRow, contactId: number | undefined) => RowMembership> => {
  const today = todayOf(scope)
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
