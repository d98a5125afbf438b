import { endSponsors } from '#areas/commerce/sponsorships/sponsors/sponsors.job'
import { systemScope } from '#kernel/outbox/deliver'
import type { TestAppOptions } from '../build-app.ts'
import type { Json } from '../people/contact-parts.ts'
import { type BenefitsBench, openBenefits } from './benefits.ts'

/** Benefits, with short functions for requests about sponsors. */
export interface SponsorsBench extends BenefitsBench {
  /** Creates a saleable item with a price. */
  feeItem(price: number, more?: object): Promise<number>
  /** Creates a type that costs 2,500 for 12 months. */
  sponsorshipType(fields?: object): Promise<number>
  saveType(id: unknown, body: object): ReturnType<BenefitsBench['caller']['post']>
  save(id: unknown, body: object): ReturnType<BenefitsBench['caller']['post']>
  /** Creates a sponsor of a new contact, and returns its row. */
  sponsor(typeId: number, more?: object): Promise<Json>
  /** Saves with the current version, expects 200 and returns the row. */
  change(id: unknown, body: object): Promise<Json>
  read(id: unknown): Promise<Json>
  row(id: unknown): Promise<Json>
  remove(id: unknown): ReturnType<BenefitsBench['caller']['delete']>
  invoice(id: unknown): Promise<Json>
  /** The version of a contact. */
  version(contactId: unknown): Promise<number>
  /** What a contact owes. */
  balanceOf(contactId: unknown): Promise<number>
  /** Creates a type that grants 10 pieces of a new benefit. */
  typeWithBenefit(fields?: object): Promise<{ itemId: number; typeId: number }>
  /** The kinds of the events of a sponsor. */
  kinds(id: unknown): Promise<string[]>
  /** Does the daily work of sponsors. */
  endDay(): Promise<void>
}

export const openSponsors = async (start?: string, options?: TestAppOptions): Promise<SponsorsBench> => {
  const bench = await openBenefits(start, options)
  const { caller, server } = bench
  let made = 0
  const good = async (answer: ReturnType<typeof caller.post>): Promise<Json> => {
    const { statusCode, body, json } = await answer
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return json()
  }
  const accounts = (await good(caller.get('/api/finance/accounts?Criteria=Sponsorships'))) as {
    Results: { AccountId: number }[]
  }
  const AccountId = accounts.Results[0]?.AccountId
  const read: SponsorsBench['read'] = (id) => good(caller.get(`/api/sponsorships/sponsors/${id}`))
  const save: SponsorsBench['save'] = (id, body) => caller.post(`/api/sponsorships/sponsors/${id}`, body)
  const saveType: SponsorsBench['saveType'] = (id, body) => caller.post(`/api/sponsorships/types/${id}`, body)
  const feeItem: SponsorsBench['feeItem'] = async (Price, more = {}) =>
    (await good(caller.post('/api/finance/feeitems/0', { Name: `Sponsorship ${++made}`, Price, AccountId, ...more })))
      .FeeItemId as number
  const sponsorshipType: SponsorsBench['sponsorshipType'] = async (fields = {}) => {
    const SaleableItem = 'SaleableItem' in fields ? {} : { SaleableItem: { SaleableItemId: await feeItem(2500) } }
    const body = { Name: `Level ${++made}`, LengthInMonths: '12', ...SaleableItem, ...fields }
    return (await good(saveType(0, body))).SponsorshipTypeId as number
  }
  return {
    ...bench,
    feeItem,
    saveType,
    save,
    read,
    sponsorshipType,
    typeWithBenefit: async (fields = {}) => {
      const itemId = await bench.item()
      const SponsorBenefitId = String(await bench.package([[itemId, 10]]))
      return { itemId, typeId: await sponsorshipType({ SponsorBenefitId, ...fields }) }
    },
    balanceOf: async (contactId) =>
      (await good(caller.get(`/api/finance/contacts/${contactId}/balance`))).Balance as number,
    sponsor: async (SponsorshipTypeId, more = {}) =>
      good(save(0, { ContactId: await bench.organization(), SponsorshipTypeId, ...more })),
    change: async (id, body) => good(save(id, { AuditId: (await read(id)).AuditId, ...body })),
    row: async (id) => {
      const found = await good(caller.post('/api/sponsorships/sponsors', { SponsorId: String(id) }))
      return (found.Results as Json[])[0] ?? {}
    },
    remove: async (id) => caller.delete(`/api/sponsorships/sponsors/${id}/${(await read(id)).AuditId}`),
    version: async (contactId) => {
      const where = { tenantId: caller.tenant.id, id: Number(contactId) }
      return (await server.database.system.contact.findFirstOrThrow({ where })).auditId
    },
    invoice: (id) => good(caller.get(`/api/finance/invoices/${id}`)),
    kinds: async (id) => {
      const where = { tenantId: caller.tenant.id, entity: 'sponsor', entityId: Number(id) }
      const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      return events.map(({ kind }) => kind)
    },
    endDay: async () => {
      const context = { database: server.database, clock: { now: bench.now }, log: server.app.log }
      await endSponsors(await systemScope(context, caller.tenant.id))
    },
  }
}

/** Returns the status of an error with all fields that it names, or its code if it names none. */
export const faults = async (call: ReturnType<SponsorsBench['save']>) => {
  const answer = await call
  const { code, errors } = answer.json() as { code: string; errors?: { pointer: string }[] }
  return [answer.statusCode, ...(errors?.map(({ pointer }) => pointer) ?? [code])]
}
