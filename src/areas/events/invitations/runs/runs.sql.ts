import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Candidate } from '../invitations.sql.ts'

/** The key of a job that invites contacts. */
export interface RunKey {
  tenantId: number
  id: string
}

/** The next contacts of a job. */
export interface RunBatch {
  typeId: number | null
  message: string | null
  contactIds: number[]
}

const DONE = Prisma.sql`(o.invited_count + o.already_invited_count + o.already_registered_count + o.without_address_count
  + o.unknown_count)`

/** Locks a running job, with the next of its contacts: RunBatch. No row if it has ended. */
export const lockBatchSql = ({ tenantId, id }: RunKey, size: number): Sql => Prisma.sql`
  SELECT o.type_id AS "typeId", o.message, o.contact_ids[${DONE} + 1 : ${DONE} + ${size}::int] AS "contactIds"
  FROM event_invitation_run o WHERE o.tenant_id = ${tenantId}::int AND o.id = ${id}::uuid AND o.status = 'running'
  FOR NO KEY UPDATE`

/** The number of contacts by what happens to them. */
export type OutcomeCounts = Record<Candidate['outcome'], number>

/** Adds the counts of a batch, which are also the position of the job. */
export const addCountsSql = ({ tenantId, id }: RunKey, counts: OutcomeCounts): Sql => Prisma.sql`
  UPDATE event_invitation_run SET invited_count = invited_count + ${counts.invited}::int,
    already_invited_count = already_invited_count + ${counts.alreadyInvited}::int,
    already_registered_count = already_registered_count + ${counts.alreadyRegistered}::int,
    without_address_count = without_address_count + ${counts.withoutAddress}::int,
    unknown_count = unknown_count + ${counts.unknown}::int
  WHERE tenant_id = ${tenantId}::int AND id = ${id}::uuid`

export const finishSql = ({ tenantId, id }: RunKey, status: 'completed' | 'stopped', now: Date): Sql => Prisma.sql`
  UPDATE event_invitation_run SET status = ${status}, finished_at = ${now}::timestamptz
  WHERE tenant_id = ${tenantId}::int AND id = ${id}::uuid`
