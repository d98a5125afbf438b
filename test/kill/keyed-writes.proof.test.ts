import { proofSize } from '../support/proof-size.ts'
import { testKeyedWrites } from './keyed-writes.ts'

testKeyedWrites(proofSize({ reduced: 4, full: 100 }))
