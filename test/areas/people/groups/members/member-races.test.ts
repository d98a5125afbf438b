import { testMemberRaces } from './member-races.ts'

testMemberRaces({ people: 40, rounds: 15 })
