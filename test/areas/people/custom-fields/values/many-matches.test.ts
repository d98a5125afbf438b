import { testManyMatches } from './many-matches.ts'

testManyMatches(1200)
