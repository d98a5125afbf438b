import type { Import } from '#contract/people/imports'
import { type Html, html } from '#services/pages/html'
import { shareChart } from '../charts/share-chart.ts'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { facts, panel } from '../parts/facts.ts'
import { actionForm, link, linkButton } from '../parts/forms.ts'
import { count, countOf } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { importStatus, isOpen, warningNotes } from './imports.page.ts'

const REFRESH_S = 3

interface ImportRights {
  /** Whether the user can import files. */
  canStart: boolean
  /** The import that has taken the file of a check. */
  successor: Import | undefined
}

/** One import: its progress, its counts, and why rows were refused. The page reloads until it has ended. */
export const importView = (user: ConsoleUser, one: Import, { canStart, successor }: ImportRights): View => ({
  title: one.FileName,
  crumbs: [{ name: 'Imports', path: '/imports' }],
  ...(isOpen(one) && { refreshSeconds: REFRESH_S }),
  actions: buttons(user, one, canStart),
  content: html`${one.Status === 'Failed' && failedNote(one)}${
    one.IsDryRun && one.Status === 'Completed' && checkedNote(user, one, successor)
  }${
    !one.IsDryRun && one.Status === 'Cancelled' && stoppedNote(user, one, canStart)
  }${warningNotes(one.Warnings)}<div class="grid">${panel('State', stateFacts(user, one))}${panel('Rows', rowShares(one))}</div>${panel('Why rows were refused', reasons(one))}${panel('Columns of the file', columns(one))}`,
})

const failedNote = ({ Message, RowsRead, IsDryRun }: Import): Html =>
  html`<p class="notice bad">${Message} ${
    IsDryRun || RowsRead === 0 ? 'Nothing was imported.' : `The first ${countOf(RowsRead, 'row')} were imported.`
  }</p>`

/** What a check of all rows has found. */
const checkedNote = (
  user: ConsoleUser,
  { Created, Updated, Refused, FileId }: Import,
  successor: Import | undefined,
): Html =>
  html`<p class="notice">${
    Created + Updated === 0
      ? 'All rows were checked. None of them would change anything.'
      : `All rows were checked: ${countOf(Created, 'contact')} would be created and ${count(Updated)} updated.`
  } ${Refused > 0 && `${countOf(Refused, 'row is', 'rows are')} refused; the reasons are below.`} ${
    FileId === null ? takenText(user, successor) : 'Nothing is imported yet.'
  }</p>`

const takenText = (user: ConsoleUser, successor: Import | undefined): Html =>
  successor
    ? html`Its file belongs to ${link(user, `/imports/${successor.ImportId}`, `import ${successor.ImportId}`)} now: ${importStatus(successor)}`
    : html`Its file belongs to the import that was started then.`

/** What to do with the rows that a stopped import has not read. */
const stoppedNote = (user: ConsoleUser, { RowsRead }: Import, canStart: boolean): Html =>
  html`<p class="notice">The import was stopped after ${countOf(RowsRead, 'row')}. To import the others, upload the file again, and
choose that existing contacts with the same email address or account number are updated: the rows that were imported then change
nothing. ${canStart && link(user, '/imports/new', 'Upload the file')}</p>`

/** A check of all rows that has ended can be followed by the import of the same file. */
const canRun = ({ IsDryRun, Status, FileId, Created, Updated }: Import): boolean =>
  IsDryRun && Status === 'Completed' && FileId !== null && Created + Updated > 0

const buttons = (user: ConsoleUser, one: Import, canStart: boolean): Html => {
  const { ImportId, Actions } = one
  const path = `/imports/${ImportId}`
  const button = (action: string, label: string) =>
    Actions.some((one) => one === action) && linkButton(user, `${path}/${action}`, label)
  return html`${
    canStart && canRun(one) && actionForm(user, { path: `${path}/run`, label: 'Import it now', kind: 'main' })
  }${
    Actions.includes('refused') &&
    html`<a class="button" href="${addressOf(user.tenant.key, `${path}/refused.csv`)}" download>Download the refused rows</a>`
  }${button('cancel', 'Stop')}${button('delete', 'Delete')}`
}

const stateFacts = (user: ConsoleUser, one: Import): Html =>
  facts([
    ['Status', importStatus(one)],
    ['Preset', one.Preset],
    ['Requested', time(one.CreatedDate, user)],
    ['Requested by', one.CreatedBy],
    ['Ended', one.FinishedDate !== null && time(one.FinishedDate, user)],
    ['Groups created', one.GroupsCreated > 0 && count(one.GroupsCreated)],
    ['Added to groups', one.MembersAdded > 0 && count(one.MembersAdded)],
    ['Memberships created', one.MembershipsCreated > 0 && count(one.MembershipsCreated)],
    ['Deleted with its file', one.ExpiresDate !== null && time(one.ExpiresDate, user)],
  ])

const rowShares = ({ Created, Updated, Unchanged, Refused, IsDryRun }: Import): Html =>
  html`${shareChart({
    id: 'rows',
    title: 'Rows by result',
    noun: 'rows',
    shares: [
      { name: 'Created', value: Created },
      { name: 'Updated', value: Updated },
      { name: 'Unchanged', value: Unchanged },
      { name: 'Refused', value: Refused },
    ],
  })}${IsDryRun && html`<p class="soft">A dry run: nothing is imported. The numbers state what would happen.</p>`}`

const reasons = (one: Import): Html => {
  const { Reasons, Refused } = one
  const none = isOpen(one) ? 'No row has been refused so far' : 'No row was refused'
  return Reasons.length > 0
    ? table({
        caption: 'Reasons',
        rows: Reasons,
        columns: [
          { title: 'Reason', cell: ({ Reason }) => Reason },
          { title: 'Rows', kind: 'number', cell: ({ Count }) => count(Count) },
          { title: 'First lines', cell: ({ Lines }) => Lines.join(', ') },
        ],
      })
    : empty(
        Refused === 0 ? none : 'The reasons are being collected',
        'Refused rows can be corrected and imported again.',
      )
}

const columns = ({ Columns }: Import): Html =>
  table({
    caption: 'Columns',
    rows: Columns,
    columns: [
      { title: 'Header', cell: ({ Header }) => Header },
      { title: 'Imported to', cell: ({ Field }) => Field ?? 'Ignored' },
    ],
  })
