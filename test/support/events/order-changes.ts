import { expect } from 'vitest'
import type { TestAppOptions } from '../build-app.ts'
import type { Json } from '../people/contact-parts.ts'
import { expectShape } from '../server/contract-shape.ts'
import { CARD, type CancellationsBench, openCancellations } from './cancellations.ts'
import type { Congress } from './registrations.ts'
import type { SavedCart } from './submitted-registrations.ts'

/** An event with a better ticket than Full. */
export interface GoldCongress extends Congress {
  gold: number
}

/** An order with the key of its confirmation. */
export interface KeyedOrder {
  cart: SavedCart
  ids: number[]
  OrderKey: string
}

/** Changes of orders by their payers. */
export interface ChangesBench extends CancellationsBench {
  /** Creates an event with a ticket Gold for 150. @param gold more of that ticket. */
  goldCongress(event?: object, gold?: object): Promise<GoldCongress>
  /** Registers people for Full, and returns the key in the mail to the payer. */
  ordered(event: Congress, names?: string[], payment?: object): Promise<KeyedOrder>
  /** The key in the newest mail to a payer. */
  newestKey(): Promise<string>
  change(id: number, body: object): ReturnType<CancellationsBench['mine']['post']>
  preview(id: number, body: object): ReturnType<CancellationsBench['mine']['post']>
  rename(id: number, body: object): ReturnType<CancellationsBench['mine']['post']>
  /** Pays for the cart of a change. */
  payChange(id: number, cart: Json, payment?: object): Promise<{ Status: number; Data: Json }>
}

/** What Gold costs, in cents: 150 with 8.25 percent of tax. */
export const GOLD = 16238

const OPERATIONS = {
  'changeorder/preview': 'previewPayerOrderChange',
  changeorder: 'changePayerOrder',
  renameorder: 'renamePayerRegistration',
  submit: 'submitRegistration',
} as const

export const openChanges = async (now: () => Date, options: TestAppOptions = {}): Promise<ChangesBench> => {
  const bench = await openCancellations(now, options)
  const headers = { 'x-tenant-key': bench.mine.tenant.key }
  const post = async (path: keyof typeof OPERATIONS, id: number, payload: object) => {
    const url = `/api/public/events/${path}/${id}`
    const response = await bench.server.app.inject({ method: 'POST', url, headers, payload })
    if (response.statusCode === 200) expectShape(OPERATIONS[path], response.json())
    return response
  }
  const keyIn = async (): Promise<string> => {
    for (const { html } of await bench.mails()) {
      const [, key] = /change\?order=([\w-]+)/.exec(html) ?? []
      if (key) return key
    }
    return ''
  }
  return {
    ...bench,
    goldCongress: async (event = {}, gold = {}) => {
      const congress = await bench.congress(event)
      const { AuditId, RegistrationTypes } = await bench.read(congress.id)
      const [first] = RegistrationTypes as { SaleableItemId: number }[]
      const added = { Name: 'Gold', Price: 150, SaleableItemId: first?.SaleableItemId, ...gold }
      const types = [...(RegistrationTypes as object[]), added]
      const { body } = await bench.good('saveEvent', bench.save(congress.id, { AuditId, RegistrationTypes: types }))
      const saved = body.RegistrationTypes as { Name: string; EventRegistrationTypeId: number }[]
      const found = saved.find(({ Name }) => Name === 'Gold')
      return { ...congress, AuditId: Number(body.AuditId), gold: found?.EventRegistrationTypeId ?? 0 }
    },
    ordered: async ({ id, full }, names = ['Noor', 'Sam'], payment = CARD) => {
      // The mails of earlier orders have keys, too.
      await bench.mails()
      const cart = await bench.register(id, full, names, payment)
      await bench.settle()
      return { cart, ids: cart.Registrations.map(({ RegistrationId }) => RegistrationId), OrderKey: await keyIn() }
    },
    newestKey: keyIn,
    change: (id, body) => post('changeorder', id, body),
    preview: (id, body) => post('changeorder/preview', id, body),
    rename: (id, body) => post('renameorder', id, body),
    payChange: async (id, cart, payment = CARD) => {
      const { CartKey, Splits } = cart as { CartKey: string; Splits: { AmountDue: number } }
      const response = await post('submit', id, { CartKey, ExpectedTotal: Splits.AmountDue, ...payment })
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    },
  }
}
