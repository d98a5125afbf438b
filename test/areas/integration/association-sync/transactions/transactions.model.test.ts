import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Clocks,
  clockOf,
  clocksAfter,
  clocksAfterEdits,
  impliedValues,
  omitEdited,
  pickNewerValues,
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
    const set = pickNewerValues(impliedValues(transaction, 'ME'), clocks, clock)
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

type Step = { at: number; sent: Received } | { at: number; edit: string }

const isNew = (field: string) => ({ [field]: 'edited' }) as SyncValues

/** The values of a contact after transactions in the order of their arrival, and edits in the order of their time. */
const performAll = (steps: readonly Step[]): SyncValues => {
  let [clocks, edits, state]: [Clocks, Clocks, SyncValues] = [{}, {}, {}]
  for (const step of [...steps].sort((a, b) => a.at - b.at)) {
    if ('edit' in step) {
      edits = clocksAfterEdits(edits, clocks, new Map([[step.edit, new Date(step.at)]]))
      state = { ...state, ...isNew(step.edit) }
      continue
    }
    const transaction = { ...step.sent, systemTypeId: 1 as const, origin: 'national', nationalId: 1, platformId: 0 }
    const clock = clockOf(transaction)
    const set = pickNewerValues(impliedValues(transaction, 'ME'), clocks, clock)
    clocks = clocksAfter(clocks, set, clock)
    state = { ...state, ...omitEdited(set, clocks, edits) }
  }
  return state
}

describe('the values that transactions and edits set', () => {
  it('do not depend on the delay of the transactions', () => {
    const hour = 3_600_000
    const edited = fc.record({ edit: fc.constantFrom('LastName', 'Email'), hour: fc.integer({ min: 0, max: 6 }) })
    fc.assert(
      fc.property(
        transactions.chain((all) => fc.tuple(fc.constant(all), fc.array(fc.nat(8), { minLength: all.length }))),
        fc.array(edited, { maxLength: 4 }),
        ([all, delays], edits) => {
          const start = Date.UTC(2026, 10, 20)
          const made = edits.map((one) => ({ at: start + one.hour * hour + 1, edit: one.edit }))
          const arriving = (delayOf: (index: number) => number) =>
            inOrder(all).map((sent, index) => ({ at: sent.occurredAt.getTime() + delayOf(index) * hour, sent }))
          const late = performAll([...arriving((index) => delays[index] ?? 0), ...made])
          expect(late).toEqual(performAll([...arriving(() => 0), ...made]))
        },
      ),
    )
  })

  it('are those of an edit that has replaced a transaction of a sender whose clock is ahead', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))
    const ahead = { LastName: clockOf({ occurredAt: at(4), transactionId: 'ahead' }) }
    const edits = clocksAfterEdits({}, ahead, new Map([['LastName', at(1)]]))
    const [between, later] = [3, 5].map((minute) => clockOf({ occurredAt: at(minute), transactionId: 'x' }))
    expect(omitEdited({ LastName: 'B' }, { LastName: String(between) }, edits)).toEqual({})
    expect(omitEdited({ LastName: 'C' }, { LastName: String(later) }, edits)).toEqual({ LastName: 'C' })
  })
})
