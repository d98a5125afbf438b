import { proofSize } from '../support/runner/proof-size.ts'
import { testStoredFiles } from './stored-files.ts'

testStoredFiles(proofSize({ reduced: 4, full: 200 }))
