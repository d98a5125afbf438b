import { operations } from '#contract/people/unmatched'
import type { FormValues } from '#services/pages/form-values'
import type { ConsolePages } from '../frame/console-pages.ts'
import { manyDoneView, manyView } from './many.page.ts'

const PATH = '/people/many'

/** Matches many people by the rule of the operation: a dry run shows what would happen to the next ones, then they are matched. */
export const manyPages = (pages: ConsolePages): void => {
  pages.page({ path: PATH, section: '/people' }, async (user, { query }) => {
    const { body } = await user.call(operations.previewUnmatchedMatches, {
      body: { After: idOf(query, 'after'), TakesInOthers: takesInOthers(query) },
    })
    return manyView(user, query, body)
  })

  pages.result({ path: PATH, section: '/people', back: () => PATH }, async (user, form) => {
    // Only the people that the dry run has shown, although others can have left the list since.
    const body = { After: idOf(form, 'after'), Until: idOf(form, 'until'), TakesInOthers: takesInOthers(form) }
    const report = (await user.call(operations.matchUnmatchedPeople, { body })).body
    return manyDoneView(user, form, report)
  })
}

const takesInOthers = (values: FormValues): boolean => values.get('others') === 'yes'

/** An id of an address or a form; 0 for none. */
const idOf = (values: FormValues, name: string): number => {
  const text = values.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
