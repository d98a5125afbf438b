import { proofSize } from '#test/support/runner/proof-size'
import { testEqualResults } from './equal-results.ts'

testEqualResults(proofSize({ reduced: 500, full: 1_000_000 }))
