import { WORKLOAD_NAMES, type WorkloadName } from '#bench/workloads'
import { proofSize } from '../support/runner/proof-size.ts'
import { testTinyRun } from './tiny-run.ts'

/** One workload of each kind: a list, a record, searches, saves by key and version, documents, orders, events of the log. */
const KINDS: readonly WorkloadName[] = [
  'list + count',
  'person',
  'search',
  'save, Idempotency-Key',
  'update, If-Match',
  'order',
  'intake',
]

testTinyRun(proofSize<readonly WorkloadName[]>({ reduced: KINDS, full: WORKLOAD_NAMES }))
