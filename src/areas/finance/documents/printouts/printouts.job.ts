import { releaseFiles } from '#areas/integration/files/attachments.service'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import { ownerKindOf } from './printouts.model.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
/** Printouts per transaction. */
const BATCH = 100

/** Deletes printouts that were never mailed and are old. The same bytes are made again when they are requested. */
export const oldPrintouts: NewDayWork = {
  name: 'old-printouts',
  run: async (scope) => {
    while ((await deleteBatch(scope)) === BATCH);
  },
}

const deleteBatch = (scope: Scope): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const before = new Date(scope.clock.now().getTime() - KEPT_DAYS * DAY_MS)
    const unsent = { tenantId, sentAt: null, createdAt: { lt: before } }
    const found = await tx.printout.findMany({ where: unsent, orderBy: { createdAt: 'asc' }, take: BATCH })
    for (const { id, kind } of found) {
      // One that was mailed since the read stays.
      const { count } = await tx.printout.deleteMany({ where: { ...unsent, id } })
      if (count > 0) await releaseFiles(scope, tx, { kind: ownerKindOf(kind), id })
    }
    return found.length
  })
