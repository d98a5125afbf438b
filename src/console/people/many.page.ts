import type { UnmatchedMatchOutcome, UnmatchedMatchReport } from '#contract/people/unmatched'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { filterForm } from '../parts/filters.ts'
import { actionForm, link, linkButton } from '../parts/forms.ts'
import { count, countOf } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { PEOPLE } from './person.page.ts'

const PATH = '/people/many'

const OTHERS = {
  name: 'others',
  label: 'People that no contact resembles',
  kind: 'choice',
  choices: [
    ['', 'Leave them in the list'],
    ['yes', 'Take them in as new contacts'],
  ],
} as const

const people = (value: number): string => countOf(value, 'person', 'people')

/** What would happen to the next people. */
export const manyView = (user: ConsoleUser, query: FormValues, report: UnmatchedMatchReport): View => {
  const { ExistingCount, NewCount, OpenCount, Results } = report
  return {
    title: 'Match many at once',
    crumbs: [PEOPLE],
    lead: 'A person is merged into the only contact that has exactly its name and one of its email addresses. All others stay in the list, unless you take in those that no contact resembles.',
    ...(ExistingCount + NewCount > 0 && user.can('contacts:write') && { actions: matchButton(user, query, report) }),
    content: html`${filterForm(user, PATH, [OTHERS], query)}${
      Results.length > 0
        ? html`<p class="notice">A dry run: nothing is changed yet. Of ${people(Results.length)}, ${count(ExistingCount)} would be merged into a
contact, ${count(NewCount)} would be taken in as new, and ${count(OpenCount)} would stay in the list.</p>${outcomeTable(user, Results, WOULD)}`
        : empty('No people are left', 'Every person was looked at, or is a contact already.')
    }${nextPeople(user, query, report.Next)}`,
  }
}

const matchButton = (
  user: ConsoleUser,
  query: FormValues,
  { Results, ExistingCount, NewCount, Next }: UnmatchedMatchReport,
) =>
  actionForm(user, {
    path: PATH,
    label: `Match ${people(ExistingCount + NewCount)}`,
    kind: 'main',
    fields: html`${hidden('after', query.get('after') ?? '0')}${hidden('until', String(Results.at(-1)?.PersonContactId ?? 0))}${hidden(
      'others',
      query.get('others') ?? '',
    )}${hidden('next', String(Next ?? ''))}`,
  })

/** What happened to the people of the form. */
export const manyDoneView = (user: ConsoleUser, form: FormValues, report: UnmatchedMatchReport): View => {
  const { ExistingCount, NewCount, OpenCount, Results } = report
  const next = /^\d{1,9}$/.exec(form.get('next') ?? '')?.[0]
  return {
    title: 'Matched',
    crumbs: [PEOPLE, { name: 'Match many at once', path: PATH }],
    content: html`<p class="notice" role="status">${people(ExistingCount)} merged into a contact, ${count(NewCount)} taken in as new. ${count(
      OpenCount,
    )} stay in the list.</p>${
      Results.length > 0
        ? outcomeTable(user, Results, HAS)
        : empty('No people are left', 'Another user has matched them since.')
    }${nextPeople(user, form, next === undefined ? null : Number(next))}<p>${linkButton(user, PEOPLE.path, 'Look at the people that are left')}</p>`,
  }
}

const nextPeople = (user: ConsoleUser, values: FormValues, next: number | null): Html | false => {
  const others = values.get('others') === 'yes' ? '&others=yes' : ''
  return next !== null && html`<p>${linkButton(user, `${PATH}?after=${next}${others}`, 'Check the next people')}</p>`
}

type Words = Readonly<Record<UnmatchedMatchOutcome['Outcome'], string>>

const WOULD: Words = { Existing: 'Would be merged', New: 'Would be new', Open: 'Stays in the list' }
const HAS: Words = { Existing: 'Merged', New: 'New contact', Open: 'Stays in the list' }

const TONES = { Existing: 'good', New: 'good', Open: 'calm' } as const

const outcomeTable = (user: ConsoleUser, rows: readonly UnmatchedMatchOutcome[], words: Words): Html =>
  table({
    caption: 'People',
    rows,
    columns: [
      {
        title: 'Person',
        cell: ({ Name, PersonContactId, Outcome }) =>
          words === WOULD || Outcome === 'Open' ? link(user, `/people/${PersonContactId}`, Name) : Name,
      },
      { title: 'Result', cell: ({ Outcome }) => badge(words[Outcome], TONES[Outcome]) },
      {
        title: 'Contact or reason',
        cell: (outcome) => (outcome.Outcome === 'Open' ? whyOpen(outcome) : `Contact ${outcome.ContactId}`),
      },
    ],
  })

const whyOpen = ({ Reason, ContactId, Message }: UnmatchedMatchOutcome): string | null => {
  switch (Reason) {
    case 'SeveralContacts':
      return 'Several contacts have this name and email address.'
    case 'NoExactMatch':
      return 'No contact has exactly this name and email address.'
    case 'PossibleDuplicate':
      return `Contact ${ContactId} may be the same.`
    case 'AlreadyMatched':
      return 'Another user has matched it.'
    default:
      return Message
  }
}
