import { proofSize } from '#test/support/runner/proof-size'
import { testNightlyHistories } from './nightly-history.ts'

testNightlyHistories({ runs: proofSize({ reduced: 2, full: 50 }), days: 60 })
