import { testMemberRaces } from './member-races.ts'

testMemberRaces({ people: 600, rounds: 60 })
