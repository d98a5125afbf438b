import { operations as contactOperations } from '#contract/people/contacts'
import { operations, type UnmatchedPersonMatchInput } from '#contract/people/unmatched'
import type { FormValues } from '#services/pages/form-values'
import type { ConsolePages } from '../frame/console-pages.ts'
import { notAllowed, pathId } from '../frame/path-ids.ts'
import { Refused } from '../frame/refused.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { AFTER, nextCursor, PAGE_SIZE } from '../parts/pages.ts'
import { manyPages } from './many.pages.ts'
import { kindFilter, peopleView } from './people.page.ts'
import { personGoneView, personView } from './person.page.ts'
import { matchQuestion, newQuestion, noContactView } from './questions.page.ts'

const SECTION = '/people'
/** Letters of a search at most. */
const MAX_SEARCH = 100

/** People that registered or bought and match no contact: matching them, one by one or many at once. */
export const peoplePages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const who = query.get('who')?.slice(0, MAX_SEARCH)
    const filter = kindFilter(user, query.get('kind'))
    const after = query.get(AFTER)
    const { body, header } = await user.call(operations.listUnmatchedPeople, {
      query: {
        Take: PAGE_SIZE,
        ...(who !== undefined && { Criteria: who }),
        ...(filter !== undefined && { Filter: filter }),
        ...(after !== undefined && { $skiptoken: after }),
      },
    })
    return peopleView(user, query, body, nextCursor(header('link')))
  })

  manyPages(pages)

  pages.page({ path: '/people/:id', section: SECTION }, (user, { params }) =>
    ofPerson(user, params.id, (matches) => personView(user, matches)),
  )

  pages.page({ path: '/people/:id/match', section: SECTION }, (user, { params, query }) =>
    ofPerson(user, params.id, async (matches) => {
      if (!matches.Person.Actions?.includes('match')) throw notAllowed('match people with contacts')
      const number = query.get('contact')
      if (number === undefined) return newQuestion(user, matches)
      const contact = await findContact(user, number)
      return contact ? matchQuestion(user, matches.Person, contact) : noContactView(user, matches.Person, number)
    }),
  )

  pages.action({ path: '/people/:id/match', back: ({ id }) => `/people/${id}` }, async (user, form, { id }) => {
    const { body } = await user.call(operations.matchUnmatchedPerson, {
      params: { personId: pathId(id) },
      body: matchOf(form),
    })
    const notice =
      body.MatchType === 'New'
        ? `The person is contact ${body.ContactId} now, and lists show it.`
        : `The person is merged into contact ${body.ContactId}. Its registrations, orders and payments are there now.`
    return { path: SECTION, notice }
  })
}

/** Shows a page about a person. Of one that was matched or deleted, it says so. */
const ofPerson = async (
  user: ConsoleUser,
  id: string | undefined,
  show: (matches: Awaited<ReturnType<typeof readPerson>>) => View | Promise<View>,
): Promise<View> => {
  const matches = await readPerson(user, pathId(id)).catch((error) => {
    if (error instanceof Refused && error.problem.status === 404) return undefined
    throw error
  })
  return matches ? show(matches) : personGoneView(user)
}

const readPerson = async (user: ConsoleUser, personId: number) =>
  (await user.call(operations.getUnmatchedPerson, { params: { personId } })).body

/** Finds a contact by the number that a person has entered. */
const findContact = async (user: ConsoleUser, number: string) => {
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined
  const query = { $top: 1, $filter: `ContactId eq ${number}` }
  return (await user.call(contactOperations.listContacts, { query })).body.Results?.[0]
}

const matchOf = (form: FormValues): UnmatchedPersonMatchInput => {
  const AuditId = Number(form.get('version') ?? 0)
  const contact = form.get('contact')
  if (contact !== undefined) return { MatchType: 'Existing', ContactId: Number(contact), AuditId }
  return { MatchType: 'New', AuditId, ForceSave: form.get('force') === 'yes' }
}
