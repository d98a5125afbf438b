import type { WebhookAttempt, WebhookEdit } from '#contract/integration/webhooks'
import { html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { facts, panel } from '../parts/facts.ts'
import { actionForm } from '../parts/forms.ts'
import { duration } from '../parts/numbers.ts'
import { time } from '../parts/times.ts'
import { attemptResult } from './webhook.page.ts'
import { webhookName } from './webhooks.page.ts'

/** The status of a delivery in words. */
const DELIVERIES: ReadonlyMap<string, string> = new Map([
  ['preparing', 'Is being prepared'],
  ['waiting', 'Waits for its next attempt'],
  ['sending', 'Is being sent'],
  ['held', 'Waits for the end of the pause'],
  ['delivered', 'Delivered'],
  ['failed', 'Failed, and is not tried again'],
  ['dropped', 'Dropped'],
])

/** One attempt with what was sent and what the receiver returned. */
export const attemptView = (user: ConsoleUser, webhook: WebhookEdit, attempt: WebhookAttempt): View => {
  const path = `/webhooks/${webhook.WebHookId}`
  return {
    title: attempt.EventType ?? 'Attempt',
    crumbs: [
      { name: 'Webhooks', path: '/webhooks' },
      { name: webhookName(webhook), path },
    ],
    ...(user.can('webhooks:write') && {
      actions: actionForm(user, {
        path: `${path}/attempts/${attempt.AttemptId}/replay`,
        label: 'Replay this delivery',
        kind: 'main',
      }),
    }),
    content: html`${panel(
      'Result',
      facts([
        ['Result', attemptResult(attempt)],
        ['Time', time(attempt.AttemptDate, user)],
        ['Duration', duration(attempt.DurationMs)],
        ['Delivery', DELIVERIES.get(attempt.DeliveryStatus ?? '')],
        ['Next attempt', time(attempt.NextAttemptDate, user)],
        ['Number of the delivery', attempt.MessageId],
      ]),
    )}${panel('Body that was sent', body(attempt.Body))}${
      attempt.Answer !== null && panel('Response of the receiver', html`<pre tabindex="0">${attempt.Answer}</pre>`)
    }`,
  }
}

const body = (text: string | null) =>
  text === null
    ? html`<p class="soft">The body contains a record that your role may not read, or was not written yet.</p>`
    : html`<pre tabindex="0">${indented(text)}</pre>`

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
