import type { Import } from '#contract/people/imports'
import { html } from '#services/pages/html'
import { notAllowed } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { confirmation, link } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'
import { isOpen } from './imports.page.ts'

const crumbs = ({ ImportId, FileName }: Import) => [
  { name: 'Imports', path: '/imports' },
  { name: FileName, path: `/imports/${ImportId}` },
]

/** Asks before an import is stopped. @throws Refused with 403 if the user cannot do it. */
export const cancelView = (user: ConsoleUser, one: Import): View => {
  if (!isOpen(one)) return endedView(user, one)
  if (!one.Actions.includes('cancel')) throw notAllowed(`stop the import of ${one.FileName}`)
  return {
    title: one.IsDryRun ? 'Stop this check?' : 'Stop this import?',
    crumbs: crumbs(one),
    content: confirmation(user, {
      text: html`<p>${count(one.RowsRead)} rows of ${one.FileName} were ${
        one.IsDryRun
          ? 'checked. Nothing is imported, and the file can be checked or imported later.'
          : 'processed. They stay as they are; the others are not imported.'
      }</p>`,
      form: { path: `/imports/${one.ImportId}/cancel`, label: one.IsDryRun ? 'Stop the check' : 'Stop the import' },
      back: `/imports/${one.ImportId}`,
      keep: 'Let it continue',
    }),
  }
}

/** What was asked is not necessary any more. */
const endedView = (user: ConsoleUser, one: Import): View => ({
  title: one.IsDryRun ? 'This check has ended' : 'This import has ended',
  crumbs: crumbs(one),
  content: html`<p>It cannot be stopped any more. ${link(user, `/imports/${one.ImportId}`, 'Look at its result.')}</p>`,
})

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
