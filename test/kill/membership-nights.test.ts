import { testNightKills } from './membership-nights.ts'

testNightKills({ kills: 2, memberships: 40 })
