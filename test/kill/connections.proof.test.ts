import { proofSize } from '../support/runner/proof-size.ts'
import { testConnectionKills } from './connections.ts'

testConnectionKills({
  kills: proofSize({ reduced: 3, full: 100 }),
  contacts: proofSize({ reduced: 40, full: 10_000 }),
  editsPerLife: proofSize({ reduced: 12, full: 60 }),
})
