import { proofSize } from '#test/support/proof-size'
import { testDatabaseHistories } from './database-history.ts'

testDatabaseHistories(proofSize({ reduced: 15, full: 1000 }))
