import { proofSize } from '#test/support/runner/proof-size'
import { testTotals } from './totals.ts'

testTotals(proofSize({ reduced: 12, full: 300 }))
