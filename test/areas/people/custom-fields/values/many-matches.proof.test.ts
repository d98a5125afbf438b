import { testManyMatches } from './many-matches.ts'

testManyMatches(6200)
