import { proofSize } from '../support/runner/proof-size.ts'
import { testKeyedWrites } from './keyed-writes.ts'

testKeyedWrites(proofSize({ reduced: 4, full: 100 }))
