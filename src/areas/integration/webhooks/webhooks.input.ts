import type { WebhookEditInput } from '#contract/integration/webhooks'
import { badInput } from '#kernel/errors/problem'
import { assertEvents } from './setup/filters.ts'
import type { PayloadStyle, WebhookWish } from './webhooks.model.ts'

/** Reads what a body wants of a webhook. Throws 400 or 422 naming the field. */
export const readWish = (body: WebhookEditInput): WebhookWish => {
  const url = body.Url?.trim()
  if (!url) throw badInput('/Url', 'is needed')
  const filters = body.WebHookFilters === undefined ? undefined : readFilters(body.WebHookFilters)
  return {
    url,
    ...(filters && { filters }),
    ...(body.Description !== undefined && { description: body.Description?.trim() || null }),
    ...(body.PayloadStyle !== undefined && { payloadStyle: (body.PayloadStyle ?? 'thin') as PayloadStyle }),
    ...(body.IsPaused !== undefined && { isPaused: body.IsPaused }),
    ...(body.IgnoreWebhookValidation !== undefined && { skipsPing: body.IgnoreWebhookValidation }),
    ...(body.RotateSecret && { rotatesSecret: true }),
  }
}

const readFilters = (given: readonly string[] | null): string[] => {
  const filters = [...new Set(given ?? [])]
  assertEvents(filters)
  return filters.length === 0 ? ['*'] : filters
}

/** Id and WebHookId are the same; 0 where neither names one. Throws 400 where they differ. */
export const readId = ({ Id, WebHookId }: { Id?: string | null; WebHookId?: string | null }): number => {
  const [id, webhookId] = [Number(Id || 0), Number(WebHookId || 0)]
  if (id !== 0 && webhookId !== 0 && id !== webhookId) throw badInput('/Id', 'is another one than WebHookId')
  return id || webhookId
}
