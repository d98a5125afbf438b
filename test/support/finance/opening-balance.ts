import type { PrismaClient } from '#prisma/client'

/** Adds to what a contact owes, by an opening balance in the journal. Negative: the contact owes less. */
export const addOpeningBalance = async (
  system: PrismaClient,
  { tenantId, contactId }: { tenantId: number; contactId: number },
  amount: number,
): Promise<void> => {
  const accountOf = (systemRole: string) => system.account.findFirstOrThrow({ where: { tenantId, systemRole } })
  const receivable = await accountOf('receivable')
  const income = await accountOf('membership-income')
  const postedOn = new Date('2026-01-02')
  const own = { tenantId, contactId, postedOn }
  const entry = await system.journalEntry.create({ data: { ...own, documentKind: 'opening' } })
  await system.journalLine.createMany({
    data: [
      { ...own, entryId: entry.id, position: 1, accountId: receivable.id, amount },
      { ...own, entryId: entry.id, position: 2, accountId: income.id, amount: -amount },
    ],
  })
}
