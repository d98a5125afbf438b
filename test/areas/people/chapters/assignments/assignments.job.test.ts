import { testAssignmentJob } from './assignments.job.ts'

testAssignmentJob({ contacts: 120, kills: 1 })
