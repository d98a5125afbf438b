import { testDatabaseHistories } from './database-history.ts'

testDatabaseHistories(1)
