import { testRaces } from './races.ts'

testRaces(20)
