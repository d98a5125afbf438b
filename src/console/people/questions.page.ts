import type { ContactListRow } from '#contract/people/contacts'
import type { UnmatchedPerson, UnmatchedPersonMatches } from '#contract/people/unmatched'
import { html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { facts, panel } from '../parts/facts.ts'
import { confirmation, linkButton } from '../parts/forms.ts'
import { PEOPLE, personFacts } from './person.page.ts'

const crumbsOf = ({ ContactId, Name }: UnmatchedPerson) => [PEOPLE, { name: Name, path: `/people/${ContactId}` }]

const formOf = ({ ContactId, AuditId }: UnmatchedPerson, name: 'contact' | 'force', value: string, label: string) => ({
  path: `/people/${ContactId}/match`,
  label,
  fields: html`${hidden('version', String(AuditId))}${hidden(name, value)}`,
})

/** Asks before a person is merged into a contact. */
export const matchQuestion = (user: ConsoleUser, person: UnmatchedPerson, contact: ContactListRow): View => ({
  title: 'Are they the same?',
  crumbs: crumbsOf(person),
  content: html`<div class="grid">${panel('The person', personFacts(user, person))}${panel(
    'The contact',
    facts([
      ['Name', contact.Name],
      ['Number', contact.ContactId],
      ['Kind', contact.SystemContactTypeId === 1 ? 'Individual' : 'Organization'],
      ['Email address', contact.EmailAddress],
      ['Phone', contact.Phone],
      ['City', contact.City],
    ]),
  )}</div>${confirmation(user, {
    text: html`<p>${person.Name} becomes a part of contact ${contact.ContactId}. The registrations, orders, purchases, invoices and
payments of the person are then those of the contact. This cannot be undone.</p>`,
    form: formOf(person, 'contact', String(contact.ContactId), 'Merge them'),
    back: `/people/${person.ContactId}`,
    keep: 'Go back',
  })}`,
})

/** Asks before a person becomes a contact although one may be the same. */
export const newQuestion = (user: ConsoleUser, { Person, PotentialMatches }: UnmatchedPersonMatches): View => {
  const likely = PotentialMatches.filter(({ IsSuggested }) => IsSuggested)
  return {
    title: 'Take in as a new contact?',
    crumbs: crumbsOf(Person),
    content: confirmation(user, {
      text: html`<p>${Person.Name} becomes a contact of its own${
        likely.length > 0 &&
        html`, although ${likely.map(({ Name, ContactId }) => `${Name} (${ContactId})`).join(' and ')} may be the same`
      }. Two contacts can be merged later.</p>`,
      form: formOf(Person, 'force', 'yes', 'Take it in'),
      back: `/people/${Person.ContactId}`,
      keep: 'Go back',
    }),
  }
}

/** Says that a number is not that of a contact. */
export const noContactView = (user: ConsoleUser, person: UnmatchedPerson, number: string): View => ({
  title: 'There is no such contact',
  crumbs: crumbsOf(person),
  status: 404,
  content: html`<p>No contact has the number ${number.slice(0, MAX_SHOWN)}. It may have been deleted.</p><p>${linkButton(
    user,
    `/people/${person.ContactId}`,
    'Enter another number',
  )}</p>`,
})

const MAX_SHOWN = 20
