import { testNightlyHistories } from './nightly-history.ts'

testNightlyHistories({ runs: 1, days: 20 })
