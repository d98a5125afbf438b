import { prepareRegistrant } from '#areas/people/contacts/registrants.service'
import { addRole } from '#areas/people/contacts/roles/roles.service'
import type { BusinessMatchInput, EventEnteredPartyInput, IndividualMatchInput } from '#contract/events/event-sponsors'
import { ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf, todayOf } from '#kernel/time/day'
import type { EventSponsor } from '#prisma/client'
import { eventSponsorKind, readEventSponsorRow } from '../event-sponsors.queries.ts'
import { changeSponsor, lockSponsor, matchedId, requireAllowed, sponsorState } from '../sponsor-changes.service.ts'
import { type Choice, matchSide, requireContactsWrite } from './match-sides.service.ts'
import { saveMatches } from './matched-sponsors.service.ts'
import { currentRoleSql } from './matching.sql.ts'
import { pickOtherParty, registrantOf, type Side } from './sponsor-parties.model.ts'

/** What a request sends for one side. */
interface SentSide {
  type: 'Existing' | 'New' | 'None'
  contactId: string | null | undefined
  pointer: string
  party: EventEnteredPartyInput | undefined
  isForced: boolean
}

type Choices = [Side, Choice][]

/**
 * Matches the organization of a sponsor.
 *
 * @throws 403 insufficient-scope; 404; 409 possible-duplicate, sponsor-state, merged; 422 unknown-reference, event-rule.
 */
export const saveBusinessMatch = async (scope: Scope, input: BusinessMatchInput): Promise<VersionedRow> =>
  saveChoices(scope, input, [['organization', organizationOf(input, input.OrganizationMatchType)]])

/** Matches the contact person of a sponsor, and the organization if a match type of it is sent. @throws as saveBusinessMatch. */
export const saveIndividualMatch = (scope: Scope, input: IndividualMatchInput): Promise<VersionedRow> => {
  const { MatchType, ContactId, Individual, ForceSave, OrganizationMatchType } = input
  const person: SentSide = {
    type: MatchType,
    contactId: ContactId,
    pointer: '/ContactId',
    party: Individual,
    isForced: ForceSave ?? false,
  }
  const organization = OrganizationMatchType ? organizationOf(input, OrganizationMatchType) : null
  return saveChoices(scope, input, [
    ...(organization ? [['organization', organization] as [Side, SentSide]] : []),
    ['person', person],
  ])
}

const organizationOf = (
  { OrganizationContactId, Organization, ForceSave }: BusinessMatchInput | IndividualMatchInput,
  type: SentSide['type'],
): SentSide => ({
  type,
  contactId: OrganizationContactId,
  pointer: '/OrganizationContactId',
  party: Organization,
  isForced: ForceSave ?? false,
})

const saveChoices = async (
  scope: Scope,
  { EventSponsorId: id, EventId }: { EventSponsorId: number; EventId?: number },
  sent: readonly [Side, SentSide][],
): Promise<VersionedRow> => {
  const entered = await getRecord(scope, eventSponsorKind, id)
  requireEventOf(entered, EventId)
  const choices: Choices = []
  for (const [side, one] of sent) choices.push([side, await choiceOf(scope, side, one, entered)])
  const chosen = choices.flatMap(([, choice]) => (choice.type === 'Existing' ? [choice.contactId] : []))
  return scope.db.transaction(async (tx) => {
    const before = await lockSponsor(scope, tx, { id }, undefined, chosen)
    requireAllowed('edit', before.sponsor)
    let after = before
    for (const [side, choice] of choices) after = await matchSide(scope, tx, after, side, choice)
    await saveMatches(scope, tx, before, after)
    return readEventSponsorRow(scope, id, tx)
  })
}

/** Rejects the id of another event than that of the sponsor. @throws 422 event-rule. */
export const requireEventOf = ({ eventId }: EventSponsor, sent: number | undefined): void => {
  if (!sent || sent === eventId) return
  const fault = { pointer: '/EventId', message: `must be 0 or ${eventId}, the event of the sponsor` }
  throw ruleRefused('event-rule', 'The sponsor is one of another event.', [fault])
}

const choiceOf = async (scope: Scope, side: Side, sent: SentSide, entered: EventSponsor): Promise<Choice> => {
  const { type, contactId, pointer, isForced } = sent
  if (type === 'None') return { type }
  if (type === 'Existing') return { type, contactId: Number(contactId ?? 0), pointer }
  const other = pickOtherParty(side, entered, sent.party)
  const prepared = await prepareRegistrant(scope, registrantOf(side, entered, other))
  return { type, prepared, isOther: other !== null, isForced }
}

/**
 * Gives the matched contact person a role at the matched organization from today.
 *
 * @throws 403 insufficient-scope; 404; 409 sponsor-state, merged; 422 too-many.
 */
export const createSponsorContactRole = (scope: Scope, id: number): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    requireContactsWrite(scope)
    const locked = await lockSponsor(scope, tx, { id })
    requireAllowed('edit', locked.sponsor)
    const organizationId = matchedId(locked, 'contactId')
    const personId = matchedId(locked, 'personId')
    if (organizationId === null || personId === null)
      throw sponsorState('Match the organization and the contact person of the sponsor first.')
    const today = todayOf(scope)
    const [role] = await tx.rows(currentRoleSql(scope.db.tenantId, personId, organizationId, today))
    if (role) throw sponsorState('The contact person has a role at the organization already.')
    const sides = { contactId: personId, organizationId, startDate: dateOf(today) }
    const contactRoleId = await addRole(scope, tx, sides, { eventSponsorId: id, eventId: locked.sponsor.eventId })
    await changeSponsor(scope, tx, locked.sponsor, {}, undefined, { contactRoleId })
    return readEventSponsorRow(scope, id, tx)
  })
