import { contactEvents } from '#areas/people/contacts/contacts.events'
import type { RealEstateWebhookInput, WebhookEditInput } from '#contract/integration/webhooks'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { kindsOf } from '#kernel/outbox/event-kind'
import type { NewWebhook, PayloadStyle, WebhookSettings } from './webhooks.model.ts'

/** No record has this id. */
const NO_ID = -1

/** Parses an id of up to ten digits. A number above the largest id becomes an id that no webhook has. */
export const parseWebhookId = (text: string): number => {
  const id = Number(text)
  return id > MAX_ID ? NO_ID : id
}

/** Parses Id and WebHookId of a body, which mean the same; 0 if both are absent. @throws 400 if they differ. */
export const parseBodyId = ({ Id, WebHookId }: { Id?: string | null; WebHookId?: string | null }): number => {
  const id = Number(Id || 0)
  const webhookId = Number(WebHookId || 0)
  if (id !== 0 && webhookId !== 0 && id !== webhookId) throw badInput('/Id', 'must be equal to WebHookId')
  return parseWebhookId(String(id || webhookId))
}

/** Parses the settings of a new webhook. @throws 400, 422 unknown-event. */
export const parseNewWebhook = (body: WebhookEditInput): NewWebhook => ({
  ...parseWebhook(body),
  url: parseUrl(body.Url),
})

/** Parses a change of a webhook: settings that are left out keep their values. @throws 400, 422 unknown-event. */
export const parseWebhook = (body: WebhookEditInput): WebhookSettings => {
  const filters = body.WebHookFilters === undefined ? undefined : parseFilters(body.WebHookFilters)
  return {
    ...(body.Url !== undefined && { url: parseUrl(body.Url) }),
    ...(filters && { filters }),
    ...(body.Description !== undefined && { description: body.Description?.trim() || null }),
    ...(body.PayloadStyle !== undefined && { payloadStyle: (body.PayloadStyle ?? 'thin') as PayloadStyle }),
    ...(body.IsPaused !== undefined && { isPaused: body.IsPaused }),
    ...(body.IgnoreWebhookValidation !== undefined && { skipsPing: body.IgnoreWebhookValidation }),
  }
}

const parseUrl = (given: string | null | undefined): string => {
  const url = given?.trim()
  if (!url) throw badInput('/Url', 'is required')
  return url
}

/** The preset of a webhook for a real estate listing service. */
export const REAL_ESTATE = 'realestate'

/** Parses the settings of a webhook for a real estate listing service. */
export const parseRealEstateWebhook = (body: RealEstateWebhookInput): NewWebhook => ({
  url: body.Url.trim(),
  description: body.Description?.trim() || 'Listing service',
  skipsPing: body.IgnoreWebhookValidation ?? false,
  payloadStyle: 'full',
  filters: [contactEvents.created, contactEvents.updated, contactEvents.deleted, contactEvents.merged, 'membership.*'],
})

const parseFilters = (given: readonly string[] | null): string[] => {
  const filters = [...new Set(given ?? [])]
  const errors = filters.flatMap((filter, index) =>
    kindsOf([filter]).length > 0
      ? []
      : [
          {
            pointer: `/WebHookFilters/${index}`,
            message: `must be an event or a pattern of events, but is "${filter}"`,
          },
        ],
  )
  if (errors.length > 0) throw ruleRefused('unknown-event', 'A filter does not match any event.', errors)
  return filters.length === 0 ? ['*'] : filters
}

/** Parses the events of a test, each of which the webhook must receive. @throws 422 unknown-event. */
export const parseTestKinds = (requested: readonly string[], filters: readonly string[]): string[] => {
  const kinds = [...new Set(requested)]
  const received = kindsOf(filters)
  const errors = kinds.flatMap((kind, index) =>
    received.includes(kind)
      ? []
      : [
          {
            pointer: `/WebHookFilters/${index}`,
            message: `must be an event that this webhook receives, but is "${kind}"`,
          },
        ],
  )
  if (errors.length > 0) throw ruleRefused('unknown-event', 'The webhook does not receive one of the events.', errors)
  return kinds
}
