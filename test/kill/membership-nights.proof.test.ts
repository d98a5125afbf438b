import { testNightKills } from './membership-nights.ts'

testNightKills({ kills: 50, memberships: 3000 })
