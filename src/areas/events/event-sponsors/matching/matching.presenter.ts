import { isSuggested, presentCandidates } from '#areas/people/contacts/candidates/candidates.queries'
import type { BusinessMatch, EventFieldDifference, IndividualMatch, NameFix } from '#contract/events/event-sponsors'
import type { SponsorMatches } from './matching.queries.ts'
import { joinPersonName, pickEnteredParty, type Side } from './sponsor-parties.model.ts'

const idText = (id: number | null): string | null => (id === null ? null : String(id))

/** Returns what a side is matched with, or what is proposed. */
const proposalOf = ({ sponsor, matched, candidates }: SponsorMatches, side: Side) => {
  const best = candidates[side]?.[0]
  const id = matched[side]
  const leavesOut = side === 'organization' ? sponsor.leavesOutOrganization : sponsor.leavesOutPerson
  const proposed = leavesOut ? ('None' as const) : isSuggested(best) ? ('Existing' as const) : ('New' as const)
  return {
    type: id === null ? proposed : ('Existing' as const),
    contactId: id ?? (proposed === 'Existing' ? (best?.contact.id ?? null) : null),
    best: proposed === 'Existing' ? best?.contact : undefined,
  }
}

const ORGANIZATION_FIELDS: readonly string[] = ['OrganizationName']

const differs = (matches: SponsorMatches, side: Side): boolean =>
  matches.differences.some(({ field }) => ORGANIZATION_FIELDS.includes(field) === (side === 'organization'))

const presentOrganization = (matches: SponsorMatches) => {
  const { sponsor, lineId, matched, candidates } = matches
  const { type, contactId, best } = proposalOf(matches, 'organization')
  return {
    EventEntityId: lineId,
    EventId: sponsor.eventId,
    EventSponsorId: sponsor.id,
    AttendeeOrganizationId: idText(sponsor.contactId),
    OrganizationInCRM: matched.organization !== null,
    HasOrgFieldChanges:
      differs(matches, 'organization') || (best !== undefined && best.organizationName !== sponsor.name),
    OrganizationMatchType: type,
    PotentialOrgMatches: candidates.organization && presentCandidates(candidates.organization),
    OrganizationContactId: idText(contactId),
    Organization: pickEnteredParty('organization', sponsor),
    Name: joinPersonName(sponsor),
    Company: sponsor.name,
    Email: sponsor.emailAddress,
  }
}

export const presentBusinessMatch = (matches: SponsorMatches): BusinessMatch => ({
  ...presentOrganization(matches),
  ForceSave: false,
})

const presentPerson = ({ sponsor }: SponsorMatches) => ({
  AttendeeContactId: sponsor.personId ?? 0,
  Prefix: sponsor.prefix,
  FirstName: sponsor.firstName,
  MiddleName: sponsor.middleName,
  LastName: sponsor.lastName,
  Suffix: sponsor.suffix,
})

export const presentIndividualMatch = (matches: SponsorMatches): IndividualMatch => {
  const { sponsor, matched, candidates } = matches
  const { type, contactId, best } = proposalOf(matches, 'person')
  const isOther = best !== undefined && (best.firstName !== sponsor.firstName || best.lastName !== sponsor.lastName)
  return {
    ...presentOrganization(matches),
    ...presentPerson(matches),
    ContactInCRM: matched.person !== null,
    HasContactFieldChanges: differs(matches, 'person') || isOther,
    MatchType: type,
    PotentialMatches: candidates.person && presentCandidates(candidates.person),
    ContactId: idText(contactId),
    Individual: pickEnteredParty('person', sponsor),
    ForceSave: false,
  }
}

export const presentNameFix = (matches: SponsorMatches): NameFix => ({
  ...presentOrganization(matches),
  ...presentPerson(matches),
  ContactUpdateTypeOption: 'KeepContact',
  PotentialRecordUpdates: matches.differences.map(
    ({ contactId, field, current, entered }): EventFieldDifference => ({
      ContactId: contactId,
      Field: field,
      Current: current,
      Entered: entered,
      IsSelected: true,
    }),
  ),
})
