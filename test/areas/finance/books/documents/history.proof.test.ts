import { proofSize } from '#test/support/runner/proof-size'
import { testHistories } from './history.ts'

testHistories({ histories: proofSize({ reduced: 5, full: 200 }), length: 192, writers: 32 })
