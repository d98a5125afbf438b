import { Prisma } from '#prisma/client'
import type { Transaction } from '../tenancy/tenant-db.ts'
import { getTraceparent } from '../tracing/tracing.ts'

export interface JobSpec {
  /** The task's name, as registered with the worker. */
  name: string
  /** Contains `tenantId` if a tenant's work requests the job; the database rejects it otherwise. */
  payload: Prisma.InputJsonObject
  /** A waiting job with the same key is replaced: this makes a job idempotent. */
  key?: string
  /** Jobs of one queue run one at a time. */
  queue?: string
  runAt?: Date
  attempts?: number
  /** Jobs with a lower number run first; 0 by default. */
  priority?: number
}

/** Adds jobs in the transaction of the change that requests them: none runs before the commit, none without it. */
export const enqueueJobs = async (tx: Pick<Transaction, '$executeRaw'>, specs: readonly JobSpec[]): Promise<void> => {
  if (specs.length === 0) return
  const traceparent = getTraceparent()
  await tx.$executeRaw(Prisma.sql`SELECT enqueue_jobs(j.tenant, j.specs)
    FROM json_to_recordset(${JSON.stringify(byTenant(specs.map((spec) => traced(spec, traceparent))))}::json) AS j (tenant integer, specs json)`)
}

/** Adds the parent to the payload of a job that a trace requests, unless it names one already. */
const traced = (spec: JobSpec, traceparent: string | null): JobSpec =>
  traceparent === null ? spec : { ...spec, payload: { traceparent, ...spec.payload } }

/** Returns the jobs of each tenant; null for those of the installation. */
const byTenant = (specs: readonly JobSpec[]): { tenant: unknown; specs: JobSpec[] }[] => {
  const groups = new Map<unknown, JobSpec[]>()
  for (const spec of specs) {
    const tenant = spec.payload.tenantId ?? null
    const own = groups.get(tenant)
    if (own) own.push(spec)
    else groups.set(tenant, [spec])
  }
  return [...groups].map(([tenant, own]) => ({ tenant, specs: own }))
}
