import { proofSize } from '../support/runner/proof-size.ts'
import { testWriteLoad } from './write-load.ts'

testWriteLoad(proofSize({ reduced: 5, full: 100 }))
