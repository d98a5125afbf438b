import type { UnmatchedPerson, UnmatchedPersonMatches } from '#contract/people/unmatched'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { actionForm, link, linkButton } from '../parts/forms.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { deeds, paidBadge } from './people.page.ts'

export const PEOPLE = { name: 'People without a contact', path: '/people' } as const

type Candidate = UnmatchedPersonMatches['PotentialMatches'][number]

/** A person with the contacts that it may be. */
export const personView = (
  user: ConsoleUser,
  { Person, MatchType, PotentialMatches }: UnmatchedPersonMatches,
): View => {
  const canMatch = Person.Actions?.includes('match') ?? false
  return {
    title: Person.Name,
    crumbs: [PEOPLE],
    ...(canMatch && { actions: takeInButton(user, Person, MatchType) }),
    content: html`${panel('As entered', personFacts(user, Person))}${panel(
      'Contacts that may be the same',
      PotentialMatches.length > 0
        ? candidateTable(user, Person, PotentialMatches, canMatch)
        : empty('No contact resembles this person', 'It is probably new.'),
    )}${canMatch && panel('Another contact', otherContact(user, Person))}`,
  }
}

/** Asks first if a contact may be the same. */
const takeInButton = (user: ConsoleUser, { ContactId, AuditId }: UnmatchedPerson, proposed: string): Html =>
  proposed === 'Existing'
    ? linkButton(user, `/people/${ContactId}/match`, 'Take in as a new contact')
    : actionForm(user, {
        path: `/people/${ContactId}/match`,
        label: 'Take in as a new contact',
        kind: 'main',
        fields: hidden('version', String(AuditId)),
      })

/** What the person has entered, and what it did. */
export const personFacts = (user: ConsoleUser, person: UnmatchedPerson): Html =>
  facts([
    ['Name', person.Name],
    ['Kind', person.SystemContactTypeId === 1 ? 'Individual' : 'Organization'],
    ['Email address', person.EmailAddress],
    ['Phone', person.Phone],
    ['City', person.City],
    ['What they did', deeds(person)],
    ['Paid', paidBadge(person.IsPaid)],
    ['Since', time(person.CreatedDate, user)],
  ])

const candidateTable = (
  user: ConsoleUser,
  person: UnmatchedPerson,
  rows: readonly Candidate[],
  canMatch: boolean,
): Html =>
  table({
    caption: 'Contacts that may be the same',
    rows,
    columns: [
      {
        title: 'Contact',
        cell: ({ ContactId, Name, IsSuggested, EmailAddress, Phone, City, StateProvince }) =>
          html`${Name} ${IsSuggested && badge('Proposed', 'good')}${[
            `Number ${ContactId}`,
            EmailAddress,
            Phone,
            [City, StateProvince].filter(Boolean).join(', '),
          ]
            .filter(Boolean)
            .map((detail) => html`<span class="sub">${detail}</span>`)}`,
      },
      {
        title: 'What is alike',
        cell: ({ Score, Reasons }) => html`${Score} of 100<span class="sub">${(Reasons ?? []).join(', ')}</span>`,
      },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ ContactId, Name }) =>
          canMatch &&
          linkButton(
            user,
            `/people/${person.ContactId}/match?contact=${ContactId}`,
            html`Same person<span class="hidden"> as ${Name}, number ${ContactId}</span>`,
          ),
      },
    ],
  })

const otherContact = ({ tenant }: ConsoleUser, { ContactId }: UnmatchedPerson): Html =>
  html`<form class="filters" method="get" action="${addressOf(tenant.key, `/people/${ContactId}/match`)}"><div class="filter"><label for="contact">Number of the contact</label><input id="contact" name="contact" type="text" inputmode="numeric" pattern="[1-9][0-9]*" required></div><div class="filter-buttons"><button>Compare</button></div></form>`

/** Says that a person left the list. */
export const personGoneView = (user: ConsoleUser): View => ({
  title: 'This person is not in the list any more',
  crumbs: [PEOPLE],
  status: 404,
  content: html`<p>It was matched with a contact, or deleted. ${link(user, PEOPLE.path, 'Look at the people that are left.')}</p>`,
})
