import { proofSize } from '../support/proof-size.ts'
import { testNightKills } from './membership-nights.ts'

testNightKills({
  kills: proofSize({ reduced: 30, full: 50 }),
  memberships: proofSize({ reduced: 1200, full: 3000 }),
})
