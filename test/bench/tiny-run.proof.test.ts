import { WORKLOAD_NAMES } from '#bench/workloads'
import { testTinyRun } from './tiny-run.ts'

testTinyRun(WORKLOAD_NAMES)
