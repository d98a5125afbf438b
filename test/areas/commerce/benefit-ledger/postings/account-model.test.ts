import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GrantRequest, planGrant, type StoredGrant } from '#areas/commerce/benefit-ledger/grants/grants.model'
import {
  ADJUSTED_DOWN,
  BenefitAccount,
  type Lot,
  USED,
  unusedOf,
} from '#areas/commerce/benefit-ledger/postings/account.model'

const TODAY = '2025-03-01'
const details = { effectiveOn: TODAY }

const lotOf = (id: number, endsOn: string | null): Lot => ({
  id: String(id),
  grantId: String(id),
  membershipId: null,
  startsOn: '2025-01-01',
  endsOn,
  isPaused: false,
  isClosed: false,
  granted: 0,
  adjusted: 0,
  used: 0,
})

const newAccount = () => new BenefitAccount({ id: 1, contactId: 1, itemId: 1, auditId: 0, remaining: 0, lots: [] })

type Step =
  | { kind: 'grant' | 'adjust' | 'use' | 'force' | 'giveBack' | 'takeBack'; quantity: number; at: number }
  | { kind: 'open' | 'close' | 'reopen' | 'pause'; at: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('grant', 'adjust', 'use', 'force', 'giveBack', 'takeBack'),
      quantity: fc.integer({ min: 1, max: 12 }),
      at: fc.nat({ max: 5 }),
    }),
    fc.record({ kind: fc.constantFrom('open', 'close', 'reopen', 'pause'), at: fc.nat({ max: 5 }) }),
  ),
  { maxLength: 40 },
)

interface History {
  account: BenefitAccount
  lots: number
  taken: number
}

/** Takes a step that needs no lot. Returns whether it was a usage that was not forced. */
const takePieces = (history: History, step: Step): boolean => {
  const { account } = history
  const isForced = step.kind === 'force'
  if (isForced || (step.kind === 'use' && step.quantity <= account.usable)) {
    account.take(isForced ? ADJUSTED_DOWN : USED, step.quantity, details)
    history.taken += step.quantity
    return !isForced
  }
  if (step.kind === 'giveBack' && history.taken >= step.quantity) {
    history.taken -= step.quantity
    account.giveBack(step.quantity, { ...details, reversedId: '1' }, TODAY)
  }
  return false
}

const changeOpenLot = (account: BenefitAccount, lot: Lot, step: Step): void => {
  if (step.kind === 'close') account.close(lot, TODAY)
  if (step.kind === 'grant') account.grant(lot, step.quantity, details)
  if (step.kind === 'adjust') account.adjustUp(lot, step.quantity, details)
  if (step.kind === 'takeBack') account.takeBack(lot, step.quantity, TODAY, '1')
  if (step.kind === 'pause') account.setTerms(lot, lot.endsOn, !lot.isPaused, TODAY)
}

/** Takes a step as the services do. Returns whether it was a usage that was not forced. */
const take = (history: History, step: Step): boolean => {
  const { account } = history
  const lot = account.lots[step.at % Math.max(1, account.lots.length)]
  if (step.kind === 'open') account.addLot(lotOf(++history.lots, step.at === 0 ? null : `2025-0${3 + step.at}-01`))
  else if (lot && !lot.isClosed) changeOpenLot(account, lot, step)
  else if (lot && step.kind === 'reopen') account.reopen(lot, TODAY, '1')
  return takePieces(history, step)
}

const sumOf = (lots: readonly Lot[]): number => lots.reduce((sum, lot) => sum + unusedOf(lot), 0)

const expectRules = (account: BenefitAccount): void => {
  const open = account.lots.filter(({ isClosed }) => !isClosed)
  expect(account.entries.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(account.remaining)
  expect(sumOf(open)).toBeGreaterThanOrEqual(account.remaining)
  expect(account.lots.every((lot) => lot.used >= 0 && unusedOf(lot) >= 0)).toBe(true)
  // Debt remains only if nothing can be used.
  if (sumOf(open) > account.remaining) expect(sumOf(open.filter(({ isPaused }) => !isPaused))).toBe(0)
}

describe('the account of a contact for a benefit', () => {
  test('remains what its lots have unused, less what was used beyond them, after any history', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const history = { account: newAccount(), lots: 0, taken: 0 }
        for (const step of taken) {
          const before = history.account.remaining
          const isPlainUse = take(history, step)
          expectRules(history.account)
          if (isPlainUse && before >= 0) expect(history.account.remaining).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('uses the grant that ends first', () => {
    const account = newAccount()
    const late = lotOf(1, '2025-12-31')
    const early = lotOf(2, '2025-06-30')
    const endless = lotOf(3, null)
    for (const lot of [late, early, endless]) {
      account.addLot(lot)
      account.grant(lot, 5, details)
    }
    account.take(USED, 7, details)
    expect([early.used, late.used, endless.used]).toEqual([5, 2, 0])
  })
})

describe('the plan of a grant', () => {
  const stored = (state: StoredGrant['state'], more: Partial<StoredGrant> = {}): StoredGrant => ({
    id: '1',
    sourceKind: 'membership-term',
    sourceId: 1,
    contactId: 1,
    membershipId: 1,
    packageId: 1,
    variantId: 1,
    from: '2025-02-01',
    through: '2025-12-31',
    isPaused: false,
    state,
    hasLots: false,
    ...more,
  })
  const request = (more: Partial<GrantRequest> = {}): GrantRequest => ({
    source: { kind: 'membership-term', id: 1 },
    contactId: 1,
    membershipId: 1,
    packageId: 1,
    variantId: 1,
    from: '2025-02-01',
    through: '2025-12-31',
    isPaused: false,
    ...more,
  })
  const NOTHING = { opens: false, closes: false, reopens: false, repackages: false, isDeleted: false }

  test.each([
    ['opens on its first day', stored('planned'), request(), { opens: true, state: 'open' }],
    ['waits before it', stored('planned'), request({ from: '2025-03-02' }), { state: 'planned' }],
    ['is removed if it ends before it begins', stored('planned'), undefined, { isDeleted: true, state: 'closed' }],
    ['stays open on its last day', stored('open'), request({ through: TODAY }), { state: 'open' }],
    [
      'closes after its last day',
      stored('open'),
      request({ through: '2025-02-28' }),
      { closes: true, state: 'closed' },
    ],
    ['closes without a right', stored('open'), undefined, { closes: true, state: 'closed' }],
    ['gets another package', stored('open'), request({ variantId: 2 }), { repackages: true, state: 'open' }],
    ['returns with its term', stored('closed'), request(), { reopens: true, state: 'open' }],
    ['stays closed', stored('closed'), undefined, { state: 'closed' }],
    [
      'waits for a later first day',
      stored('open'),
      request({ from: '2025-03-02' }),
      { closes: true, state: 'planned' },
    ],
    ['returns on a later first day', stored('closed'), request({ from: '2025-03-02' }), { state: 'planned' }],
    ['keeps the pieces that it granted', stored('planned', { hasLots: true }), undefined, { state: 'closed' }],
  ] as const)('%s', (_, grant, wanted, expected) => {
    expect(planGrant(grant, wanted, TODAY)).toEqual({ ...NOTHING, ...expected })
  })
})
