import { testNightHistories } from './nights-history.ts'

testNightHistories({ runs: 1, nights: 20 })
