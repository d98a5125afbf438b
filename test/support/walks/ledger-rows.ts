import type { World } from './world.ts'

/** Documents on their way to the ledger, which only a job sends. */
export const addLedgerLog = async (
  { server, caller }: World,
  [one, other]: [number, number],
  at: Date,
): Promise<void> => {
  const { system } = server.database
  const tenantId = caller.tenant.id
  const own = { tenantId, createdAt: at }
  await system.ledgerExecution.createMany({
    data: [
      {
        ...own,
        kind: 'invoice',
        documentId: 1,
        contactId: one,
        number: 'INV-1',
        status: 'Succeeded',
        message: 'Sent.',
      },
      {
        ...own,
        kind: 'payment',
        documentId: 2,
        contactId: other,
        number: 'PAY-2',
        attempts: 2,
        message: 'No response.',
        dueAt: at,
      },
      {
        ...own,
        kind: 'contact',
        documentId: 3,
        contactId: other,
        status: 'Failed',
        attempts: 1,
        message: 'Rename it.',
      },
      { ...own, kind: 'writeoff', documentId: 4, number: 'WO-4', message: 'Waits.', createdAt: new Date('2026-03-02') },
    ],
  })
  const link = { tenantId, kind: 'invoice', recordId: 1, requestId: 'walk', ledgerId: '9001' }
  await system.ledgerLink.create({ data: link })
}

/** A document of each of two customers in the embedded ledger. */
export const addLedgerDocuments = async ({ server, caller }: World, at: Date): Promise<void> => {
  const { system } = server.database
  const { id: tenantId } = caller.tenant
  for (const [index, name] of ['Ann Walk', 'Ben Walk'].entries()) {
    const customer = await system.embeddedLedgerRecord.create({
      data: { tenantId, kind: 'customer', name, isActive: index === 0 },
    })
    const dated = new Date(at.getTime() + index * 86_400_000)
    await system.embeddedLedgerDocument.create({
      data: {
        tenantId,
        kind: ['invoice', 'creditMemo'][index] ?? '',
        number: `W-${index}`,
        requestId: `walk${index}`,
        customerId: String(customer.id),
        datedOn: dated,
        total: 5 + index,
        version: index,
        isVoid: index === 1,
        content: {},
      },
    })
  }
}
