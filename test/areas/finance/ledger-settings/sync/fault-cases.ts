import { expect, test } from 'vitest'
import { documentNotSent } from '#areas/finance/ledger-settings/sync/sync.model'
import type { Office, SyncBench } from '#test/support/finance/ledger-sync'
import type { LedgerBehavior } from '#test/support/finance/online-ledger'
import { fault } from '#test/support/finance/online-ledger-documents'
import { failuresIn } from '#test/support/integration/failures'

export const UNAVAILABLE = 'The ledger does not respond. Try again later.'

/** Moves the clock to the next attempt. */
export const moveToNextAttempt = (bench: SyncBench): void => {
  bench.clock.at += 3_600_000
}

/** The status, level, message and attempts of the newest entry of the log. */
export const readLastEntry = async (office: Office): Promise<unknown[]> => {
  const { Status, LogMessageLevel, Message, Attempts } = (await office.log()).at(-1) ?? {}
  return [Status, LogMessageLevel, Message, Attempts]
}

export const syncAgain = async (office: Office): Promise<void> => {
  const failed = (await office.log()).findLast(({ Status }) => Status === 'Failed')
  await office.post(`/api/logs/runledgertransactionsync/${failed?.ExecutionId}`, {})
}

/** What happens to a document, the request that it happens to, how the ledger behaves, and the message in the log. */
export type LostRequest = [name: string, path: string, behavior: LedgerBehavior, message: string]

/** Defines the tests of requests after which the sync does not know whether the document is in the ledger. */
export const testLostRequests = (open: () => SyncBench, requests: LostRequest[]): void => {
  test.each(requests)(
    'a document that %s is in the ledger once after the next attempt',
    async (_, path, behavior, message) => {
      const bench = open()
      const office = await bench.office()
      await office.invoice()
      bench.ledger.next(path, behavior)
      await office.sync()
      expect(await readLastEntry(office)).toEqual(['Pending', 'Warning', message, 1])
      await office.sync()
      expect((await readLastEntry(office))[0]).toBe('Pending')
      moveToNextAttempt(bench)
      await office.sync()
      expect(await readLastEntry(office)).toEqual(['Succeeded', 'Information', 'Sent to the ledger.', 2])
      expect([office.documents('Invoice').length, office.documents('Customer').length]).toEqual([1, 1])
    },
  )
}

/** Defines the tests of documents that the ledger rejects with a code, and the message in the log. */
export const testRejections = (open: () => SyncBench, rejections: [code: string, message: string][]): void => {
  test.each(rejections)(
    'states in the log what to change (%s), and sends the document again when asked',
    async (code, message) => {
      const bench = open()
      const office = await bench.office()
      await office.invoice()
      bench.ledger.next('/invoice', { status: 400, body: fault(code, 'Reason') })
      await office.sync()
      expect(await readLastEntry(office)).toEqual(['Failed', 'Error', message, 1])
      expect(await failuresIn(bench.server, office.caller.tenant.id, bench.clock)).toMatchObject([
        { kind: 'documentNotSent', message: expect.stringContaining(documentNotSent.remedy) },
      ])
      moveToNextAttempt(bench)
      await office.sync()
      expect((await readLastEntry(office))[0]).toBe('Failed')
      await syncAgain(office)
      await office.sync()
      expect(await readLastEntry(office)).toEqual(['Succeeded', 'Information', 'Sent to the ledger.', 1])
    },
  )
}
