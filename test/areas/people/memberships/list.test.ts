import { afterAll, beforeAll, describe, test } from 'vitest'
import { membershipListing } from '#areas/people/memberships/memberships.listing'
import { openMemberships, type Steps } from '#test/support/api/memberships'
import { expectFieldsAgree } from '#test/support/list-fields'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships()
})
afterAll(() => steps.server.close())

describe('GET /api/memberships (listMemberships)', () => {
  test('filters and orders by the values that rows show', async () => {
    const joined: number[] = []
    for (const [holder, Name, level, Price, Amount] of [
      [await steps.person('Abel'), 'Zeta', 'Mu', 30, 0],
      [await steps.organization('Works'), 'Eta', 'Xi', 90, 90],
      [await steps.person('Cain'), 'Iota', 'Kappa', 70, 20],
    ] as const) {
      steps.setDay(`2025-01-${15 + joined.length}`)
      const type = await steps.type({ Name })
      const more = { AutoRenew: Amount === 0, StartDate: `2025-03-${15 - joined.length}` }
      const { MembershipId } = await steps.join(holder, type, await steps.level(type, { Name: level, Price }), more)
      if (Amount > 0) await steps.take(MembershipId, 'pay', { PaymentTypeId: 1, Amount })
      joined.push(MembershipId)
    }
    await steps.take(joined[2] ?? 0, 'cancel')
    await expectFieldsAgree(steps.caller, '/api/memberships', membershipListing, `MembershipId ge ${joined[0]}`)
  })
})
