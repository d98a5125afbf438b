import { testQueries } from './queries.ts'

testQueries({ workflows: 20, maxMs: Number.POSITIVE_INFINITY })
