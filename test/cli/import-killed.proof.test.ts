import { proofSize } from '../support/runner/proof-size.ts'
import { testKilledImport } from './import-killed.ts'

testKilledImport({
  rows: proofSize({ reduced: 2000, full: 20_000 }),
  kills: proofSize({ reduced: 3, full: 20 }),
})
