import { proofSize } from '#test/support/runner/proof-size'
import { testMemberRaces } from './member-races.ts'

testMemberRaces({ people: proofSize({ reduced: 200, full: 600 }), rounds: proofSize({ reduced: 20, full: 60 }) })
