import { operations } from '#contract/integration/webhooks'
import type { ConsolePages } from '../frame/console-pages.ts'
import { pathId } from '../frame/path-ids.ts'
import { allOf, quoted } from '../parts/filters.ts'
import { countOf } from '../parts/numbers.ts'
import { AFTER, nextCursor, offsetOf, PAGE_SIZE } from '../parts/pages.ts'
import { attemptView } from './attempt.page.ts'
import { webhookView } from './webhook.page.ts'
import { countDeliveries, readWebhooks } from './webhook-states.ts'
import { webhookListView } from './webhooks.page.ts'

const SECTION = '/webhooks'

/** Webhooks with their state, their attempts, and replays. */
export const webhookPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const webhooks = await readWebhooks(user)
    const from = offsetOf(query)
    const shown = await countDeliveries(user, webhooks.slice(from, from + PAGE_SIZE))
    return webhookListView(user, query, { shown, total: webhooks.length })
  })

  pages.page({ path: '/webhooks/:id', section: SECTION }, async (user, { params, query }) => {
    const webhookid = String(pathId(params.id))
    const result = query.get('result')
    const filter = allOf([
      result === 'failed' && 'IsSuccess eq false',
      result === 'succeeded' && 'IsSuccess eq true',
      query.get('event') !== undefined && `EventType eq ${quoted(query.get('event') ?? '')}`,
    ])
    const after = query.get(AFTER)
    const [webhook, state, attempts] = await Promise.all([
      user.call(operations.getWebhook, { params: { webhookid } }),
      user.call(operations.getWebhookState, { params: { webhookid } }),
      user.call(operations.listWebhookAttempts, {
        params: { webhookid },
        query: {
          $top: PAGE_SIZE,
          ...(filter !== undefined && { $filter: filter }),
          ...(after !== undefined && { $skiptoken: after }),
        },
      }),
    ])
    const next = nextCursor(attempts.header('link'))
    return webhookView(user, query, { webhook: webhook.body, state: state.body, attempts: attempts.body, next })
  })

  pages.page({ path: '/webhooks/:id/attempts/:attempt', section: SECTION }, async (user, { params }) => {
    const webhookid = String(pathId(params.id))
    const [webhook, attempt] = await Promise.all([
      user.call(operations.getWebhook, { params: { webhookid } }),
      user.call(operations.getWebhookAttempt, { params: { webhookid, attemptid: pathId(params.attempt) } }),
    ])
    return attemptView(user, webhook.body, attempt.body)
  })

  webhookActions(pages)
}

const webhookActions = (pages: ConsolePages): void => {
  pages.action(
    {
      path: '/webhooks/:id/attempts/:attempt/replay',
      back: ({ id, attempt }) => `/webhooks/${id}/attempts/${attempt}`,
    },
    async (user, _form, { id, attempt }) => {
      const params = { webhookid: String(pathId(id)), attemptid: pathId(attempt) }
      await user.call(operations.replayWebhookAttempt, { params })
      return { path: `/webhooks/${id}`, notice: 'The delivery is queued again. Its new attempt appears here.' }
    },
  )

  pages.action({ path: '/webhooks/:id/replay', back: ({ id }) => `/webhooks/${id}` }, async (user, form, { id }) => {
    const days = form.get('days') === '1' ? 1 : 5
    const To = new Date()
    const From = new Date(To.getTime() - days * 86_400_000)
    const { body } = await user.call(operations.replayWebhookDeliveries, {
      params: { webhookid: String(pathId(id)) },
      body: { From: From.toISOString(), To: To.toISOString(), OnlyFailed: true },
    })
    const notice =
      body.Queued === 0
        ? 'No failed delivery of that time was found.'
        : `${countOf(body.Queued, 'delivery is', 'deliveries are')} queued again.`
    return { path: `/webhooks/${id}`, notice }
  })

  for (const [verb, IsPaused, notice] of [
    ['pause', true, 'The webhook is paused. Deliveries of the last 5 days wait for it.'],
    ['resume', false, 'The webhook is active. Deliveries that waited are sent now.'],
  ] as const)
    pages.action(
      { path: `/webhooks/:id/${verb}`, back: ({ id }) => `/webhooks/${id}` },
      async (user, _form, { id }) => {
        await user.call(operations.saveWebhook, { body: { WebHookId: String(pathId(id)), IsPaused } })
        return { path: `/webhooks/${id}`, notice }
      },
    )
}
