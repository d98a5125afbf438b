import { proofSize } from '#test/support/proof-size'
import { testNightHistories } from './nights-history.ts'

testNightHistories({ runs: proofSize({ reduced: 4, full: 50 }), nights: 60 })
