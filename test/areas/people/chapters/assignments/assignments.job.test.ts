import { testAssignmentJob } from './assignments.job.ts'

testAssignmentJob({ contacts: 600, kills: 1 })
