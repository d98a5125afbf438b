import { testTwoWorkers } from './workflows.ts'

testTwoWorkers(20)
