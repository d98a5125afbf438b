import { testKeyedWrites } from './keyed-writes.ts'

testKeyedWrites(2)
