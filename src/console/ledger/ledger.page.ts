import type { LedgerLogListView, LedgerLogRow, MassResyncSummary } from '#contract/integration/logs'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm, confirmation, linkButton } from '../parts/forms.ts'
import { countOf } from '../parts/numbers.ts'
import { offsetPager } from '../parts/pages.ts'
import { RANGE_CHOICES } from '../parts/ranges.ts'
import { empty, table } from '../parts/table.ts'
import { dayText, time } from '../parts/times.ts'

const STATUSES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['Pending', ['Waiting', 'calm']],
  ['Running', ['Running', 'calm']],
  ['Succeeded', ['Sent', 'good']],
  ['Failed', ['Failed', 'bad']],
  ['Skipped', ['Left out', 'warn']],
])

const FIELDS: readonly FilterField[] = [
  {
    name: 'level',
    label: 'Result',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['Error', 'Failed'],
      ['Warning', 'With a warning'],
      ['Information', 'Without problems'],
    ],
  },
  {
    name: 'type',
    label: 'Document',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['Invoice', 'Invoices'],
      ['Payment', 'Payments'],
      ['Credit', 'Credits'],
      ['Refund', 'Refunds'],
      ['WriteOff', 'Write-offs'],
      ['Contact', 'Contacts'],
    ],
  },
  { name: 'contact', label: 'Contact', kind: 'text' },
  { name: 'range', label: 'Time', kind: 'choice', choices: RANGE_CHOICES },
]

export const ledgerView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: LedgerLogListView,
): View => {
  const rows = Results ?? []
  const canResync = rows.some(({ Actions }) => Actions?.includes('resync'))
  return {
    title: 'Ledger sync',
    lead: 'Documents of the books on their way to the accounting ledger.',
    ...(canResync && { actions: linkButton(user, '/ledger/resync', 'Send all that failed again') }),
    content: html`${filterForm(user, '/ledger', FIELDS, query)}${
      rows.length > 0
        ? executionTable(user, query, rows)
        : query.names.length > 0
          ? empty('No document matches', 'Choose another result or time, or clear the filters.')
          : empty('Nothing was sent yet', 'Documents appear here after the ledger is connected.')
    }${offsetPager(user, { path: '/ledger', query, total: TotalRecordAvailable, noun: ['entry', 'entries'] })}`,
  }
}

const executionTable = (user: ConsoleUser, query: FormValues, rows: readonly LedgerLogRow[]): Html =>
  table({
    caption: 'Documents',
    rows,
    columns: [
      {
        title: 'Document',
        cell: ({ Type, DocumentNumber, DocumentId }) =>
          html`<span class="whole">${DocumentNumber ?? `${Type} ${DocumentId}`}</span><span class="sub">${Type}</span>`,
      },
      { title: 'Contact', cell: ({ ContactName }) => ContactName },
      {
        title: 'Result',
        cell: ({ Status, Message }) =>
          html`${statusBadge(STATUSES, Status ?? '')}${Message !== null && html`<span class="sub">${Message}</span>`}`,
      },
      { title: 'Attempts', kind: 'number', cell: ({ Attempts }) => Attempts },
      { title: 'Time', cell: ({ CreatedDate }) => time(CreatedDate, user) },
      {
        title: 'Actions',
        kind: 'actions',
        cell: ({ ExecutionId, Actions, DocumentNumber }) =>
          Actions?.includes('resync') &&
          actionForm(user, {
            path: `/ledger/${ExecutionId}/resync`,
            label: 'Send again',
            subject: DocumentNumber ?? 'this document',
            from: query,
            fields: hidden('document', DocumentNumber ?? 'The document'),
          }),
      },
    ],
  })

/** What a mass resync would send again. */
export const resyncView = (user: ConsoleUser, { FailedSyncs, StartDate, EndDate }: MassResyncSummary): View => ({
  title: 'Send all that failed again',
  crumbs: [{ name: 'Ledger sync', path: '/ledger' }],
  content:
    FailedSyncs === 0
      ? empty('Nothing failed', 'Every document was sent, or is queued already.')
      : confirmation(user, {
          text: html`<p><strong>${countOf(FailedSyncs, 'document')}</strong> of ${dayText(StartDate ?? '')} to ${dayText(EndDate ?? '')} failed and would be sent again, in the order of the documents.</p><p class="soft">Correct what made them fail first, such as a missing mapping of an account.</p>`,
          form: { path: '/ledger/resync', label: 'Send again' },
          back: '/ledger',
          keep: 'Do not send them',
        }),
})
