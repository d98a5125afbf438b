import { proofSize } from '#test/support/runner/proof-size'
import { testNightlyRunKills } from './nightly-runs.ts'

testNightlyRunKills({ kills: proofSize({ reduced: 4, full: 50 }), memberships: 3000 })
