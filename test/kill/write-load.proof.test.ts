import { proofSize } from '../support/proof-size.ts'
import { testWriteLoad } from './write-load.ts'

testWriteLoad(proofSize({ reduced: 20, full: 100 }))
