import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Clocks,
  clockOf,
  clocksAfter,
  impliedValues,
  newerValues,
  type SyncTransaction,
  type SyncValues,
} from '#areas/integration/association-sync/transactions/transactions.model'

const values = fc.record(
  {
    LastName: fc.constantFrom('A', 'B', null),
    Email: fc.constantFrom('a@example.org', null),
    Status: fc.constantFrom('Active', 'Courtesy', 'Dropped'),
    Affiliation: fc.constantFrom('ME', 'NH'),
    ParentNationalId: fc.constantFrom(1, 2, null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<SyncValues>

const transactions = fc.uniqueArray(
  fc.record({
    operation: fc.constantFrom('upsert' as const, 'move' as const, 'delete' as const),
    transactionId: fc.string({ minLength: 1, maxLength: 3 }),
    // Few times, so that several transactions have the same one.
    occurredAt: fc.integer({ min: 0, max: 5 }).map((at) => new Date(Date.UTC(2026, 10, 20, at))),
    systemTypeId: fc.constantFrom(1 as const, 2 as const),
    values,
  }),
  { selector: ({ transactionId }) => transactionId, minLength: 1, maxLength: 12 },
)

type Received = Omit<SyncTransaction, 'origin' | 'nationalId' | 'platformId'>

const applyAll = (received: readonly Received[]): SyncValues => {
  let [clocks, state]: [Clocks, SyncValues] = [{}, {}]
  for (const one of received) {
    const transaction = { ...one, systemTypeId: 1 as const, origin: 'national', nationalId: 1, platformId: 0 }
    const clock = clockOf(transaction)
    const set = newerValues(impliedValues(transaction, 'ME'), clocks, clock)
    clocks = clocksAfter(clocks, set, clock)
    state = { ...state, ...set }
  }
  return state
}

const inOrder = (received: readonly Received[]) => [...received].sort((a, b) => (clockOf(a) < clockOf(b) ? -1 : 1))

describe('the values that transactions set', () => {
  it('do not depend on the order in which they arrive, nor on repetitions', () => {
    fc.assert(
      fc.property(
        transactions.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
        ),
        ([all, arrived]) => {
          expect(applyAll(arrived)).toEqual(applyAll(inOrder(all)))
        },
      ),
    )
  })

  it('are those of the last transaction that sets them', () => {
    fc.assert(
      fc.property(transactions, (all) => {
        const state = applyAll(all)
        for (const [field, value] of Object.entries(state)) {
          const setting = inOrder(all).map(
            (one) =>
              new Map(
                Object.entries(
                  impliedValues({ ...one, systemTypeId: 1, origin: '', nationalId: 1, platformId: 0 }, 'ME'),
                ),
              ),
          )
          const last = setting.filter((set) => set.has(field)).at(-1)
          expect(last?.get(field)).toEqual(value)
        }
      }),
    )
  })
})
