import type { UnmatchedPerson, UnmatchedPersonListView } from '#contract/people/unmatched'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { link, linkButton } from '../parts/forms.ts'
import { pager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

/** What people can have done: the value of the filter, its words, its column, and a scope that shows it. */
const KINDS = [
  ['participant', 'Participants of events', 'IsParticipant', ['event-registrations:read']],
  ['payer', 'Payers of events', 'IsPayer', ['event-registrations:read']],
  ['sponsor', 'Sponsors of events', 'IsSponsor', ['event-registrations:read']],
  ['buyer', 'Buyers in the store', 'IsBuyer', ['store:read']],
  ['paid', 'People that have paid', 'IsPaid', ['event-registrations:read', 'store:read']],
] as const

/** What the user sees of what people did. */
const kindsOf = (user: ConsoleUser) => KINDS.filter(([, , , scopes]) => scopes.some((scope) => user.can(scope)))

/** The condition of a kind; undefined for none, and for one that the user does not see. */
export const kindFilter = (user: ConsoleUser, kind: string | undefined): string | undefined => {
  const [, , column] = kindsOf(user).find(([value]) => value === kind) ?? []
  return column && `${column} eq true`
}

const fieldsOf = (user: ConsoleUser): FilterField[] => {
  const kinds = kindsOf(user).map(([value, text]) => [value, text] as const)
  const kind: FilterField = { name: 'kind', label: 'What they did', kind: 'choice', choices: [['', 'All'], ...kinds] }
  const who: FilterField = { name: 'who', label: 'Name or email address', kind: 'text', hint: 'Part of it' }
  return kinds.length > 0 ? [who, kind] : [who]
}

export const peopleView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: UnmatchedPersonListView,
  next: string | undefined,
): View => ({
  title: 'People without a contact',
  lead: 'They registered for an event or bought something, and no contact is certainly the same. No other list shows them until you match them.',
  actions: linkButton(user, '/people/many', 'Match many at once'),
  content: html`${filterForm(user, '/people', fieldsOf(user), query)}${
    Results.length > 0 ? peopleTable(user, Results) : nobody(query)
  }${pager(user, { path: '/people', query, total: TotalRecordAvailable, next, noun: ['person', 'people'] })}`,
})

const nobody = (query: FormValues): Html =>
  query.names.length > 0
    ? empty('No person matches', 'Search for something else, or clear the filters.')
    : empty(
        'Every person is a contact',
        'People appear here who register for an event or buy something and are no contact.',
      )

const peopleTable = (user: ConsoleUser, rows: readonly UnmatchedPerson[]): Html =>
  table({
    caption: 'People without a contact',
    rows,
    columns: [
      {
        title: 'Person',
        cell: ({ ContactId, Name, EmailAddress }) =>
          html`${link(user, `/people/${ContactId}`, Name)}${EmailAddress !== null && html`<span class="sub">${EmailAddress}</span>`}`,
      },
      { title: 'What they did', cell: (person) => deeds(person) },
      { title: 'Paid', cell: ({ IsPaid }) => paidBadge(IsPaid) },
      { title: 'Since', cell: ({ CreatedDate }) => time(CreatedDate, user) },
    ],
  })

/** What a person did, as far as the user may see it. */
export const deeds = (person: UnmatchedPerson): Html | false => {
  const { IsParticipant, IsPayer, IsSponsor, IsBuyer, EventName, StorePurchaseId } = person
  const words = [IsParticipant && 'Participant', IsPayer && 'Payer', IsSponsor && 'Sponsor', IsBuyer && 'Buyer']
  const done = words.filter((word) => typeof word === 'string')
  return (
    done.length > 0 &&
    html`${done.join(', ')}${EventName !== null && html`<span class="sub">${EventName}</span>`}${
      StorePurchaseId !== null && html`<span class="sub">Order ${StorePurchaseId} of the store</span>`
    }`
  )
}

/** A free registration has nothing to pay, so that nothing is late. */
export const paidBadge = (isPaid: boolean | null): Html | false =>
  isPaid !== null && (isPaid ? badge('Paid', 'good') : badge('Nothing paid', 'calm'))
