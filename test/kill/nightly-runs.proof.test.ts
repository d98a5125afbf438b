import { testNightlyRunKills } from './nightly-runs.ts'

testNightlyRunKills({ kills: 50, memberships: 3000 })
