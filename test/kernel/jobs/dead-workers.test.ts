import { testDeadWorkers } from './dead-workers.ts'

testDeadWorkers(false)
