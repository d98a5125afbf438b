import { proofSize } from '../support/proof-size.ts'
import { testWriteLoad } from './write-load.ts'

testWriteLoad(proofSize({ reduced: 12, full: 100 }))
