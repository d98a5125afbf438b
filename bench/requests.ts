import type { TenantFacts } from './data/facts.ts'

/** One request. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: string
  headers?: Record<string, string>
  /** Called when a successful response arrives, with its body. */
  onResponse?: (body: string) => void
}

/** Eight digits that occur in every text of a saved person. The bare server replaces them with a serial number. */
export const SERIAL = '73737373'

let saved = 0
let documents = 0

/** The contacts take turns, because all documents of a contact are posted one after the other. */
const payerOf = ({ personIds }: TenantFacts): number => personIds[documents++ % personIds.length] ?? 0

export const newInvoice = (facts: TenantFacts): Ask => ({
  method: 'POST',
  path: '/api/finance/invoices/0',
  body: JSON.stringify({
    ContactId: payerOf(facts),
    Lines: [{ Description: 'Dues', UnitPrice: 125, AccountId: facts.incomeAccountId }],
  }),
})

export const newPayment = (facts: TenantFacts): Ask => ({
  method: 'POST',
  path: '/api/finance/payments/0',
  body: JSON.stringify({ ContactId: payerOf(facts), Amount: 25, PaymentTypeId: 2 }),
})

export const newCart = (facts: TenantFacts): Ask => ({
  method: 'POST',
  path: '/api/store/carts/0',
  body: JSON.stringify({
    ContactId: payerOf(facts),
    Lines: [{ StoreItemId: facts.stockedItemIds[documents % facts.stockedItemIds.length], Quantity: 1 }],
  }),
})

export const newCheckout = ({ CartId, AuditId }: { CartId: number; AuditId: number }): Ask => ({
  method: 'POST',
  path: `/api/store/carts/${CartId}/checkout`,
  body: JSON.stringify({ AuditId, PaymentMethod: 'Invoice' }),
})

/** Orders each cart after its response has arrived. */
export const newOrders = (facts: TenantFacts): (() => Ask) => {
  const carts: { CartId: number; AuditId: number }[] = []
  return () => {
    const cart = carts.shift()
    return cart ? newCheckout(cart) : { ...newCart(facts), onResponse: (body) => void carts.push(JSON.parse(body)) }
  }
}

export const newView = ({ tenantKey, adPageId }: TenantFacts): Ask => ({
  method: 'POST',
  path: `/api/public/ads/${tenantKey}/pages/${adPageId}`,
})

/** An event as a request of the workload `intake` contains it. */
export interface SentLogEvent {
  Severity: 'Information' | 'Warning'
  LogTypeName: string
  EventMessage: string
  EntityPrimaryType: string
  EntityPrimaryKey: string
  SourceClassTypeName: string
  Tags: string
  DeeperDetails: string
  CreatedDate: string
}

export const INTAKE = '/api/logs/externalevent/acceptevents'
const EVENTS = 500
let events = 0

/** A batch of 500 log events. */
export const newIntake = (): Ask => {
  const CreatedDate = new Date().toISOString()
  const batch = Array.from({ length: EVENTS }, (): SentLogEvent => {
    const n = events++
    return {
      Severity: n % 10 ? 'Information' : 'Warning',
      LogTypeName: n % 3 ? 'Mail' : 'Export',
      CreatedDate,
      EventMessage: `Message ${n} to member ${n % 5000} was accepted by the relay after ${n % 7} attempts`,
      EntityPrimaryType: 'contact',
      EntityPrimaryKey: String(n % 100_000),
      SourceClassTypeName: 'MailRelay',
      Tags: 'mail,outbound',
      DeeperDetails: `250 2.0.0 Ok: queued as ${n.toString(36)}`,
    }
  })
  return { method: 'POST', path: INTAKE, body: JSON.stringify(batch) }
}

/** A person that is a duplicate of no contact. */
export const newPerson = (serial = String(10_000_000 + saved++)): Ask => ({
  method: 'POST',
  path: '/api/contacts/person/0',
  body: JSON.stringify({
    Prefix: 'Ms.',
    FirstName: 'Ada',
    LastName: `Bench${serial}`,
    PrimaryTitle: 'Chef',
    ContactList: [
      { Kind: 'email', Value: `ada.${serial}@bench.example`, TypeId: 1, IsPrimary: true },
      { Kind: 'phone', Value: '+46 8 123 456 00', TypeId: 1, IsPrimary: true },
    ],
    Addresses: [
      { Address1: `Storgatan ${serial}`, City: 'Stockholm', PostalCode: '111 23', CountryId: 752, AddressTypeId: 1 },
    ],
  }),
})

interface Versioned {
  fields?: { AuditId: number }
  headers?: { 'if-match': string }
}

let titles = 0

/** Changes the person whose turn it is. One whose last change got no response is left out: its version is unknown. */
export const newTitle = ({ people }: TenantFacts, expecting: (version: number) => Versioned): Ask => {
  const person = people.shift()
  if (!person) throw new Error('The tenant has too few people to change')
  const { fields, headers } = expecting(person.version)
  return {
    method: 'POST',
    path: `/api/contacts/person/${person.id}`,
    body: JSON.stringify({ ...fields, PrimaryTitle: `Chef ${titles++}` }),
    ...(headers && { headers }),
    onResponse: () => people.push({ id: person.id, version: person.version + 1 }),
  }
}
