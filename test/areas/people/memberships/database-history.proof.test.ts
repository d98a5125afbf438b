import { proofSize } from '#test/support/runner/proof-size'
import { testDatabaseHistories } from './database-history.ts'

testDatabaseHistories(proofSize({ reduced: 5, full: 1000 }))
