import { contactEvents } from '#areas/people/contacts/contacts.events'
import type { WebhookWish } from '../webhooks.model.ts'

/** What the webhook of a listing service is called and kept as. */
export const REAL_ESTATE = 'realestate'

/** The webhook that a real estate listing service needs. */
export const realEstateWish = (url: string, description: string | null, skipsPing: boolean): WebhookWish => ({
  url: url.trim(),
  description: description?.trim() || 'Listing service',
  skipsPing,
  payloadStyle: 'full',
  filters: [contactEvents.created, contactEvents.updated, contactEvents.deleted, contactEvents.merged, 'membership.*'],
})
