import { testNightlyRunKills } from './nightly-runs.ts'

testNightlyRunKills({ kills: 2, memberships: 40 })
