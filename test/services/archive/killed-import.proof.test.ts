import { proofSize } from '#test/support/runner/proof-size'
import { testKilledImport } from './killed-import.ts'

testKilledImport(proofSize({ reduced: 2000, full: 20_000 }), proofSize({ reduced: 3, full: 30 }))
