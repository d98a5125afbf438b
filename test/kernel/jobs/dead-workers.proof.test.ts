import { testDeadWorkers } from './dead-workers.ts'

testDeadWorkers(true)
