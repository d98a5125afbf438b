import { testTotals } from './totals.ts'

testTotals(3)
