import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import type { EntryJson } from './benefits.ts'

/** The rows of the ledger of a contact's benefit, the last one first. */
export const readEntries = async (caller: TestCaller, contactId: number, itemId: number): Promise<EntryJson[]> => {
  const answer = await caller.get(`/api/benefitledger/contact/${contactId}/${itemId}/entries`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().Transactions
}

/** The types and quantities of the ledger, the first one first: "Granted 10". */
export const readLedger = async (caller: TestCaller, contactId: number, itemId: number): Promise<string[]> =>
  (await readEntries(caller, contactId, itemId))
    .toReversed()
    .map(({ TransactionType, Quantity }) => `${TransactionType} ${Quantity}`)
