import { testKilledImport } from './killed-import.ts'

testKilledImport(300, 1)
