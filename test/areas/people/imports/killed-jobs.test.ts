import { testKilledJobs } from './killed-jobs.ts'

testKilledJobs({ rows: 2100, kills: 4 })
