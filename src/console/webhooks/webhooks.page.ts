import type { WebhookListItem, WebhookState } from '#contract/integration/webhooks'
import { type Html, html } from '#kernel/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { link } from '../parts/forms.ts'
import { count, countOf } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

/** The name of a webhook, or its address. */
export const webhookName = ({ Description, Url }: Pick<WebhookListItem, 'Description' | 'Url'>): string =>
  Description ?? Url ?? 'Webhook'

/** Whether it works, in a word and a sentence. */
export const webhookStatus = (state: WebhookState, user: ConsoleUser): Html => {
  if (state.IsPaused) {
    const reason =
      state.PauseReason === 'asked'
        ? 'by a user'
        : state.PauseReason === 'gone'
          ? 'the receiver is gone'
          : 'it failed for days'
    return html`${badge('Paused', state.PauseReason === 'asked' ? 'warn' : 'bad')}<span class="sub">${reason}, ${time(state.PausedDate, user)}</span>`
  }
  if (state.FailingSinceDate !== null)
    return html`${badge('Failing', 'bad')}<span class="sub">since ${time(state.FailingSinceDate, user)}</span>`
  return badge('Active', 'good')
}

/** @param states of the first webhooks, in their order. */
export const webhookListView = (
  user: ConsoleUser,
  webhooks: readonly WebhookListItem[],
  states: readonly WebhookState[],
): View => ({
  title: 'Webhooks',
  lead: 'Addresses of other systems that are notified of changes.',
  content:
    webhooks.length > 0
      ? html`${webhookTable(user, webhooks, states)}<p class="pager soft">${countOf(webhooks.length, 'webhook')}</p>`
      : empty(
          'No webhooks',
          html`Create one with <code>POST /api/webhooks/setup</code>. The <a href="/guides/integrators">guide for integrators</a> explains how.`,
        ),
})

const webhookTable = (user: ConsoleUser, webhooks: readonly WebhookListItem[], states: readonly WebhookState[]): Html =>
  table({
    caption: 'Webhooks',
    rows: webhooks.map((webhook, at) => ({ webhook, state: states[at] })),
    columns: [
      {
        title: 'Webhook',
        cell: ({ webhook }) =>
          html`${link(user, `/webhooks/${webhook.WebHookId}`, webhookName(webhook))}<span class="sub">${webhook.Url}</span>`,
      },
      {
        title: 'Status',
        cell: ({ state, webhook }) => (state ? webhookStatus(state, user) : webhook.IsPaused && 'Paused'),
      },
      { title: 'Last success', cell: ({ state }) => time(state?.LastSuccessDate, user) },
      { title: 'Waiting', kind: 'number', cell: ({ state }) => count(state?.WaitingCount ?? 0) },
      { title: 'Failed', kind: 'number', cell: ({ state }) => count(state?.FailedCount ?? 0) },
    ],
  })
