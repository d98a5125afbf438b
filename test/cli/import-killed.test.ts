import { testKilledImport } from './import-killed.ts'

testKilledImport({ rows: 1100, kills: 1 })
