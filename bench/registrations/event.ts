import type { Contestant } from '../contestants/contestant.ts'
import type { TenantFacts } from '../data/facts.ts'

/** An event that a burst of registrants registers for. */
export interface BurstEvent {
  id: number
  typeId: number
  tenantKey: string
  /** http://127.0.0.1:port of each web process. */
  origins: readonly string[]
}

/** Creates a published event with one registration type of 100.00, without a waiting list. */
export const prepareEvent = async (
  product: Contestant,
  { incomeAccountId, tenantKey }: TenantFacts,
  seats: number,
): Promise<BurstEvent> => {
  const name = `Burst ${process.hrtime.bigint()}`
  const item = await post(product, '/api/finance/feeitems/0', { Name: name, Price: 0, AccountId: incomeAccountId })
  const event = await post(product, '/api/events/0', {
    Name: name,
    Capacity: seats,
    StartDate: new Date(Date.now() + 86_400_000 * 100).toISOString(),
    RegistrationTypes: [{ Name: 'Standard', Price: 100, SaleableItemId: item.FeeItemId }],
  })
  await post(product, `/api/events/${event.EventId}`, { AuditId: event.AuditId, Status: 'Published' })
  const [type] = event.RegistrationTypes as { EventRegistrationTypeId: number }[]
  const origins = [product.origin, ...(product.second ? [product.second.origin] : [])]
  return { id: Number(event.EventId), typeId: type?.EventRegistrationTypeId ?? 0, tenantKey, origins }
}

/** Creates the gateway that takes the cards of all events. */
export const prepareGateway = (product: Contestant): Promise<Record<string, unknown>> =>
  post(product, '/api/paymentgateways/0', { Name: 'Burst' })

const post = async (product: Contestant, path: string, body: object): Promise<Record<string, unknown>> => {
  const response = await fetch(product.origin + path, {
    method: 'POST',
    headers: { ...product.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}
