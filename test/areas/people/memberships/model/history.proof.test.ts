import { proofSize } from '#test/support/runner/proof-size'
import { testHistories } from './history.ts'

testHistories(proofSize({ reduced: 1000, full: 20_000 }))
