import type {
  WebhookAttemptListView,
  WebhookAttemptRow,
  WebhookEdit,
  WebhookState,
} from '#contract/integration/webhooks'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { attemptChart } from '../charts/attempt-chart.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { type FilterField, filterForm } from '../parts/filters.ts'
import { actionForm, link } from '../parts/forms.ts'
import { count, duration } from '../parts/numbers.ts'
import { pager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { webhookName, webhookStatus } from './webhooks.page.ts'

export interface WebhookRecords {
  webhook: WebhookEdit
  state: WebhookState
  attempts: WebhookAttemptListView
  /** The cursor of the next page of attempts. */
  next: string | undefined
}

const FIELDS: readonly FilterField[] = [
  {
    name: 'result',
    label: 'Result',
    kind: 'choice',
    choices: [
      ['', 'All'],
      ['failed', 'Failed'],
      ['succeeded', 'Succeeded'],
    ],
  },
  { name: 'event', label: 'Event', kind: 'text' },
]

export const webhookView = (user: ConsoleUser, query: FormValues, records: WebhookRecords): View => {
  const { webhook, state } = records
  return {
    title: webhookName(webhook),
    crumbs: [{ name: 'Webhooks', path: '/webhooks' }],
    ...(user.can('webhooks:write') && { actions: webhookButtons(user, records) }),
    content: html`${panel('State', stateFacts(user, webhook, state))}${attemptsPanel(user, query, records)}`,
  }
}

const webhookButtons = (user: ConsoleUser, { webhook, state }: WebhookRecords): Html => {
  const path = `/webhooks/${webhook.WebHookId}`
  const pause = webhook.IsPaused
    ? actionForm(user, { path: `${path}/resume`, label: 'Resume', kind: 'main' })
    : actionForm(user, { path: `${path}/pause`, label: 'Pause' })
  return html`${state.FailedCount > 0 && actionForm(user, { path: `${path}/replay`, label: 'Replay what failed in 5 days' })}${pause}`
}

const stateFacts = (user: ConsoleUser, webhook: WebhookEdit, state: WebhookState): Html =>
  facts([
    ['Status', webhookStatus(state, user)],
    ['Last success', time(state.LastSuccessDate, user)],
    ['Deliveries that wait', count(state.WaitingCount)],
    ['Deliveries that failed', count(state.FailedCount)],
    ['Address', webhook.Url],
    ['Events', (webhook.WebHookFilters ?? []).join(', ')],
    ['Style', webhook.PayloadStyle],
    ['Secret', webhook.Secret],
  ])

const attemptsPanel = (user: ConsoleUser, query: FormValues, { webhook, attempts, next }: WebhookRecords): Html => {
  const path = `/webhooks/${webhook.WebHookId}`
  const rows = attempts.Results ?? []
  return html`<section aria-labelledby="attempts"><h2 id="attempts">Attempts</h2>
<p class="soft">Attempts are stored for 30 days unless the operator of the server has set another time.</p>
${filterForm(user, path, FIELDS, query)}
${rows.length > 0 ? html`${attemptChart(rows)}${attemptTable(user, path, rows)}` : noAttempts(query)}
${pager(user, { path, query, total: attempts.TotalRecordAvailable, next, noun: ['attempt', 'attempts'] })}</section>`
}

const noAttempts = (query: FormValues): Html =>
  query.names.length > 0
    ? empty('No attempt matches', 'Choose another result, or clear the filters.')
    : empty('No attempts yet', 'An attempt appears here after the first event that the webhook receives.')

/** Whether an attempt succeeded, with the status of the response or the error. */
export const attemptResult = ({
  IsSuccess,
  StatusCode,
  Error: error,
}: Pick<WebhookAttemptRow, 'IsSuccess' | 'StatusCode' | 'Error'>): Html =>
  html`${badge(IsSuccess ? 'Delivered' : 'Failed', IsSuccess ? 'good' : 'bad')}${
    StatusCode !== null && html` <span class="soft">${StatusCode}</span>`
  }${error !== null && html`<span class="sub">${error}</span>`}`

const attemptTable = (user: ConsoleUser, path: string, rows: readonly WebhookAttemptRow[]): Html =>
  table({
    caption: 'Attempts',
    rows,
    columns: [
      {
        title: 'Event',
        cell: ({ AttemptId, EventType, MessageId, IsTest }) =>
          html`${link(user, `${path}/attempts/${AttemptId}`, EventType ?? 'Event')}${IsTest && html` ${badge('Test', 'calm')}`}<span class="sub">${MessageId}</span>`,
      },
      { title: 'Result', cell: (row) => attemptResult(row) },
      { title: 'Time', cell: ({ AttemptDate }) => time(AttemptDate, user) },
      { title: 'Duration', kind: 'number', cell: ({ DurationMs }) => duration(DurationMs) },
      { title: 'Next attempt', cell: ({ NextAttemptDate }) => time(NextAttemptDate, user) },
    ],
  })
