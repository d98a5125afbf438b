import type { Import } from '#contract/people/imports'
import { html } from '#kernel/pages/html'
import { notAllowed } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { confirmation } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'

const crumbs = ({ ImportId, FileName }: Import) => [
  { name: 'Imports', path: '/imports' },
  { name: FileName, path: `/imports/${ImportId}` },
]

/** Asks before an import is stopped. @throws Refused with 403 if the user cannot do it. */
export const cancelView = (user: ConsoleUser, one: Import): View => {
  if (!one.Actions.includes('cancel')) throw notAllowed(`stop the import of ${one.FileName}`)
  return {
    title: 'Stop this import?',
    crumbs: crumbs(one),
    content: confirmation(user, {
      text: html`<p>${count(one.RowsRead)} rows of ${one.FileName} were processed. They stay as they are; the others are not imported.</p>`,
      form: { path: `/imports/${one.ImportId}/cancel`, label: 'Stop the import' },
      back: `/imports/${one.ImportId}`,
      keep: 'Let it continue',
    }),
  }
}

/** Asks before an import is deleted. @throws Refused with 403 if the user cannot do it. */
export const deleteView = (user: ConsoleUser, one: Import): View => {
  if (!one.Actions.includes('delete')) throw notAllowed(`delete the import of ${one.FileName}`)
  return {
    title: 'Delete this import?',
    crumbs: crumbs(one),
    content: confirmation(user, {
      text: html`<p>Its file and the list of its refused rows are deleted. The contacts that it has imported stay. This cannot be undone.</p>`,
      form: { path: `/imports/${one.ImportId}/delete`, label: 'Delete the import' },
      back: `/imports/${one.ImportId}`,
      keep: 'Keep it',
    }),
  }
}
