import type { MailMessageItem, MailMessageListView, MailMessageRow } from '#contract/work/mail'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm, link } from '../parts/forms.ts'
import { pager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { NONE, time } from '../parts/times.ts'

const STATUSES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['queued', ['Queued', 'calm']],
  ['sent', ['Sent', 'good']],
  ['failed', ['Failed', 'bad']],
  ['suppressed', ['Suppressed', 'warn']],
])

const FIELDS: readonly FilterField[] = [
  {
    name: 'status',
    label: 'Status',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['failed', 'Failed'],
      ['queued', 'Queued'],
      ['sent', 'Sent'],
      ['suppressed', 'Suppressed'],
    ],
  },
  { name: 'to', label: 'Recipient', kind: 'text', hint: 'Name or address' },
  { name: 'template', label: 'Template', kind: 'text', hint: 'Part of its name' },
]

export const mailListView = (
  user: ConsoleUser,
  query: FormValues,
  { Results, TotalRecordAvailable }: MailMessageListView,
  next: string | undefined,
): View => ({
  title: 'Mails',
  lead: 'Every mail that was requested, the newest first.',
  content: html`${filterForm(user, '/mails', FIELDS, query)}${
    Results && Results.length > 0 ? mailTable(user, Results) : noMails(query)
  }${pager(user, { path: '/mails', query, total: TotalRecordAvailable, next, noun: ['mail', 'mails'] })}`,
})

const mailTable = (user: ConsoleUser, rows: readonly MailMessageRow[]): Html =>
  table({
    caption: 'Mails',
    rows,
    columns: [
      {
        title: 'Mail',
        cell: ({ MessageId, Subject, TemplateKey }) =>
          html`${link(user, `/mails/${MessageId}`, Subject ?? `Mail ${MessageId}`)}<span class="sub">${templateWords(TemplateKey)}</span>`,
      },
      { title: 'Recipient', cell: ({ ToName, ToAddress }) => html`${ToName}<span class="sub">${ToAddress}</span>` },
      {
        title: 'Status',
        cell: ({ Status, Reason, SentDate }) =>
          html`${statusBadge(STATUSES, Status)}${Reason !== null && html`<span class="sub">${Reason}</span>`}${
            SentDate !== null && html`<span class="sub">${time(SentDate, user)}</span>`
          }`,
      },
      { title: 'Requested', cell: ({ CreatedDate }) => time(CreatedDate, user) },
    ],
  })

/** A template of the organization itself has its number as its key. */
const templateWords = (key: string | null): string | null => key?.replace(/^template:/, 'Template ') ?? null

const noMails = (query: FormValues): Html =>
  query.names.length > 0
    ? empty('No mail matches', 'Choose another status, or clear the filters.')
    : empty('No mails yet', 'Mails appear here when a workflow, a membership or an event sends one.')

export const mailView = (user: ConsoleUser, mail: MailMessageItem): View => {
  const canSend = mail.Actions?.includes('send') ?? false
  return {
    title: mail.Subject ?? `Mail ${mail.MessageId}`,
    crumbs: [{ name: 'Mails', path: '/mails' }],
    ...(canSend && {
      actions: actionForm(user, { path: `/mails/${mail.MessageId}/send`, label: 'Send again', kind: 'main' }),
    }),
    content: html`${panel('Delivery', deliveryFacts(user, mail))}${panel('Text', mailText(mail))}`,
  }
}

const deliveryFacts = (user: ConsoleUser, mail: MailMessageItem): Html =>
  html`${facts([
    ['Status', statusBadge(STATUSES, mail.Status)],
    ['Reason', mail.Reason],
    ['Recipient', html`${mail.ToName} <span class="sub">${mail.ToAddress}</span>`],
    ['Contact', mail.ContactId === null ? NONE : `Number ${mail.ContactId}`],
    ['Template', templateWords(mail.TemplateKey)],
    ['Category', mail.Category],
    ['Requested', time(mail.CreatedDate, user)],
    ['Sent', time(mail.SentDate, user)],
    ['Mark in the log of the mail server', mail.HeaderMessageId],
    ['Attachments', mail.FileIds && mail.FileIds.length > 0 && mail.FileIds.length],
  ])}${mail.Status === 'failed' && html`<p class="soft">${ADVICE}</p>`}`

const ADVICE =
  'Correct what the reason names, such as the address or the mail server, then send the mail again. Mail programs then show it once.'

/** The text part only: the HTML of a mail is made for mail programs. */
const mailText = ({ Text, Html: markup }: MailMessageItem): Html => {
  if (Text !== null) return html`<pre tabindex="0">${Text}</pre>`
  return html`<p class="soft">${
    markup === null
      ? 'The text is written by the first attempt to send, or is not shown because it contains a secret link.'
      : 'This mail has only an HTML part.'
  }</p>`
}
