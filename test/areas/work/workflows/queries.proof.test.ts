import { testQueries } from './queries.ts'

testQueries({ workflows: 1000, maxMs: 2000 })
