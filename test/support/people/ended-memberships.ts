import type { MembershipJson, Steps } from './memberships.ts'

/** A membership that a nightly run ends. */
export interface Ending {
  id: number
  contactId: number
}

/** What a drop has left: records, books, history, events and mails, without ids and numbers. */
export interface EndedState {
  membership: MembershipJson
  books: unknown
  contacts: unknown
  trail: unknown
}

export const stateOfEnding = async (steps: Steps, { id, contactId }: Ending): Promise<EndedState> => {
  const { system } = steps.server.database
  const tenantId = steps.caller.tenant.id
  const membership = await steps.get(id)
  const invoiceIds = membership.Invoices.map(({ InvoiceId }) => InvoiceId)
  const ofInvoices = { tenantId, documentKind: 'invoice', documentId: { in: invoiceIds } }
  const of = {
    tenantId,
    OR: [
      { entity: 'membership', entityId: id },
      { entity: 'invoice', entityId: { in: invoiceIds } },
    ],
  }
  const orderBy = { id: 'asc' } as const
  const invoices = await system.invoice.findMany({ where: { tenantId, id: { in: invoiceIds } }, orderBy })
  const billed = [...new Set([contactId, ...invoices.map((invoice) => invoice.contactId)])]
  const state = {
    membership: { ...membership, row: await system.membership.findFirst({ where: { tenantId, id } }) },
    books: {
      invoices,
      parts: await system.invoicePart.findMany({
        where: { tenantId, invoiceId: { in: invoiceIds } },
        orderBy: [{ invoiceId: 'asc' }, { position: 'asc' }],
      }),
      entries: await system.journalEntry.findMany({
        where: ofInvoices,
        include: { lines: { orderBy: { position: 'asc' } } },
        orderBy,
      }),
    },
    contacts: await system.contact.findMany({
      where: { tenantId, id: { in: billed } },
      orderBy,
      select: { balance: true, statusId: true },
    }),
    trail: {
      events: byEntity(await system.outboxEvent.findMany({ where: of, orderBy })),
      history: byEntity(await system.auditEntry.findMany({ where: of, orderBy })),
      mails: await system.mailMessage.findMany({
        where: { tenantId, contactId },
        orderBy,
        select: { templateKey: true, data: true },
      }),
      grants: await system.benefitGrant.findMany({ where: { tenantId, membershipId: id }, orderBy }),
    },
  }
  const own = new Map<unknown, string>([
    [contactId, 'the contact'],
    ...invoices.flatMap((invoice, at): [unknown, string][] => [
      [invoice.number, `number of invoice ${at}`],
      [invoice.contactId, invoice.contactId === contactId ? 'the contact' : 'the payer'],
    ]),
  ])
  return JSON.parse(JSON.stringify(state, plainFor(own))) as EndedState
}

/** The order of changes of one record is that of its versions; that of several records does not matter. */
const byEntity = <T extends { entity: string; entityId: number; id: number }>(rows: T[]): T[] =>
  rows.sort((a, b) => a.entity.localeCompare(b.entity) || a.entityId - b.entityId || a.id - b.id)

/** What differs between two equal memberships: ids, numbers, names and times of steps. */
const OWN = /(^|_)id$|Id$|Number|^number$|reference|Name$|^name$|^key$|At$|^(Created|Modified)Date$/i

/** Leaves them out, and names those in the history by what they are of. */
const plainFor =
  (own: ReadonlyMap<unknown, string>) =>
  (key: string, value: unknown): unknown => {
    if (!OWN.test(key)) return value
    if (typeof value !== 'object') return undefined
    if (value === null || !('new' in value && 'old' in value)) return value
    return { old: own.get(value.old) ?? value.old, new: own.get(value.new) ?? value.new }
  }
