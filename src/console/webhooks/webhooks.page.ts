import type { WebhookListItem, WebhookState } from '#contract/integration/webhooks'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { link } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'
import { offsetPager } from '../parts/pages.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { type CountedWebhook, isFailing } from './webhook-states.ts'

/** The name of a webhook, or its address. */
export const webhookName = ({ Description, Url }: Pick<WebhookListItem, 'Description' | 'Url'>): string =>
  Description ?? Url ?? 'Webhook'

const REASONS = {
  asked: 'by a user',
  gone: 'the receiver is gone',
  failing: 'it failed for days',
  unconfirmed: 'until its receiver responds to a ping',
} as const

/** Whether it works, in a word and a sentence. */
export const webhookStatus = (state: WebhookState, user: ConsoleUser): Html => {
  if (state.IsPaused) {
    const reason = REASONS[state.PauseReason ?? 'asked']
    return html`${badge('Paused', isFailing(state) ? 'bad' : 'warn')}<span class="sub">${reason}, ${time(state.PausedDate, user)}</span>`
  }
  if (state.FailingSinceDate !== null)
    return html`${badge('Failing', 'bad')}<span class="sub">since ${time(state.FailingSinceDate, user)}</span>`
  return badge('Active', 'good')
}

export interface WebhookPage {
  /** Those of the page. */
  shown: readonly CountedWebhook[]
  /** The number of all. */
  total: number
}

export const webhookListView = (user: ConsoleUser, query: FormValues, { shown, total }: WebhookPage): View => ({
  title: 'Webhooks',
  lead: 'Addresses of other systems that are notified of changes.',
  content:
    total > 0
      ? html`${webhookTable(user, shown)}${offsetPager(user, { path: '/webhooks', query, total: String(total), noun: ['webhook', 'webhooks'] })}`
      : empty(
          'No webhooks',
          html`Create one with <code>POST /api/webhooks/setup</code>. The <a href="/guides/integrators">guide for integrators</a> explains how.`,
        ),
})

const webhookTable = (user: ConsoleUser, rows: readonly CountedWebhook[]): Html =>
  table({
    caption: 'Webhooks',
    rows,
    columns: [
      {
        title: 'Webhook',
        cell: ({ webhook }) =>
          html`${link(user, `/webhooks/${webhook.WebHookId}`, webhookName(webhook))}<span class="sub">${webhook.Url}</span>`,
      },
      { title: 'Status', cell: ({ state }) => webhookStatus(state, user) },
      { title: 'Last success', cell: ({ state }) => time(state.LastSuccessDate, user) },
      { title: 'Waiting', kind: 'number', cell: ({ state }) => count(state.WaitingCount) },
      { title: 'Failed', kind: 'number', cell: ({ state }) => count(state.FailedCount) },
    ],
  })
