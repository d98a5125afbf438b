import {
  findMatchCandidates,
  type MatchCandidate,
  presentCandidates,
  SUGGESTED_SCORE,
} from '#areas/people/contacts/candidates/candidates.queries'
import { mergeLockedContacts } from '#areas/people/contacts/merges/merges.service'
import { type LockedContact, lockContacts } from '#areas/people/contacts/records/records.queries'
import { createRegistrant, listRegistrant, type PreparedRegistrant } from '#areas/people/contacts/registrants.service'
import { conflict, insufficientScope } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { LockedSponsor } from '../sponsor-changes.service.ts'
import { followPerson, lockSponsorsOf } from './matched-sponsors.service.ts'
import { pickSearchedParty, SIDES, type Side } from './sponsor-parties.model.ts'

/** What a request chooses for one side. */
export type Choice =
  | { type: 'Existing'; contactId: number; pointer: string }
  | { type: 'New'; prepared: PreparedRegistrant; isOther: boolean; isForced: boolean }
  | { type: 'None' }

/** @throws 403 insufficient-scope. */
export const requireContactsWrite = (scope: Scope): void => {
  if (!hasGrant(scope, 'contacts:write')) throw insufficientScope('contacts:write')
}

/** Returns the contact of a side that lists do not show: the registration made it. */
const hiddenContact = ({ sponsor, contacts }: LockedSponsor, side: Side): LockedContact | undefined =>
  contacts.find(({ id, isUnmatched, isDeleted }) => id === sponsor[SIDES[side].column] && isUnmatched && !isDeleted)

/**
 * Performs the choice for one side of a locked sponsor. A contact that the registration made becomes the matched one, or is
 * merged into it with its orders, registrations and invoices. Returns the sponsor with its contacts after the change; the
 * caller saves it.
 *
 * @throws 403 insufficient-scope; 409 possible-duplicate; 422 unknown-reference.
 */
export const matchSide = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedSponsor,
  side: Side,
  choice: Choice,
): Promise<LockedSponsor> => {
  const { sponsor, contacts } = locked
  const { column, leavesOut } = SIDES[side]
  if (choice.type === 'None') {
    const kept = hiddenContact(locked, side)?.id ?? null
    return { ...locked, sponsor: { ...sponsor, [column]: kept, [leavesOut]: true } }
  }
  const matched =
    choice.type === 'Existing' ? findChosen(locked, side, choice) : await addContact(scope, tx, locked, side, choice)
  const hidden = hiddenContact(locked, side)
  if (hidden && hidden.id !== matched.id) {
    requireContactsWrite(scope)
    const others = await lockOthersOf(scope, tx, locked, hidden)
    await mergeLockedContacts(scope, tx, matched, hidden)
    await followPerson(scope, tx, others, hidden, matched)
  }
  const others = contacts.filter(({ id }) => id !== matched.id)
  return { sponsor: { ...sponsor, [column]: matched.id, [leavesOut]: false }, contacts: [...others, matched] }
}

const findChosen = (
  { contacts }: LockedSponsor,
  side: Side,
  { contactId, pointer }: Extract<Choice, { type: 'Existing' }>,
): LockedContact => {
  const { systemTypeId, noun } = SIDES[side]
  const found = contacts.find(({ id }) => id === contactId)
  if (found?.systemTypeId === systemTypeId && !found.isDeleted && !found.isUnmatched) return found
  throw unknownReference(pointer, noun)
}

/** Returns the matched contact if there is one; else makes one of what was entered. */
const addContact = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedSponsor,
  side: Side,
  { prepared, isOther, isForced }: Extract<Choice, { type: 'New' }>,
): Promise<LockedContact> => {
  const { column } = SIDES[side]
  const current = locked.contacts.find(({ id, isDeleted }) => id === locked.sponsor[column] && !isDeleted)
  if (current && !current.isUnmatched) return current
  requireContactsWrite(scope)
  if (!isForced) await requireNoCandidate(scope, tx, locked, side)
  if (current && !isOther) await takeIn(scope, tx, locked, current)
  const id = current && !isOther ? current.id : await createRegistrant(scope, tx, prepared)
  const [added] = await lockContacts(tx, scope, [id])
  if (!added) throw new Error(`The contact ${id} is not locked`)
  return added
}

/** Locks the other sponsors of a person, which a match of this one matches too. */
const lockOthersOf = async (scope: Scope, tx: Transaction, { sponsor }: LockedSponsor, person: LockedContact) =>
  (await lockSponsorsOf(scope, tx, person.id)).filter(({ id }) => id !== sponsor.id)

const takeIn = async (scope: Scope, tx: Transaction, locked: LockedSponsor, person: LockedContact): Promise<void> => {
  const others = await lockOthersOf(scope, tx, locked, person)
  await listRegistrant(scope, tx, person.id)
  await followPerson(scope, tx, others, person, person)
}

/** @throws 409 possible-duplicate. */
const requireNoCandidate = async (scope: Scope, tx: Transaction, locked: LockedSponsor, side: Side): Promise<void> => {
  const likely = (await findCandidatesOf(scope, tx, locked, side)).filter(({ score }) => score >= SUGGESTED_SCORE)
  if (likely.length === 0) return
  throw conflict(
    'possible-duplicate',
    'A contact that may be the same exists already. Send Existing with that contact, or New with ForceSave true.',
    { candidates: hasGrant(scope, 'contacts:read') ? presentCandidates(likely) : [] },
  )
}

/** Finds the contacts that one side of a sponsor may be, best first. */
export const findCandidatesOf = (
  scope: Scope,
  runner: Parameters<typeof findMatchCandidates>[1],
  { sponsor, contacts }: LockedSponsor,
  side: Side,
): Promise<MatchCandidate[]> => {
  const organization = contacts.find(({ id }) => id === sponsor.contactId)
  return findMatchCandidates(scope, runner, pickSearchedParty(side, sponsor, organization?.displayName ?? sponsor.name))
}
