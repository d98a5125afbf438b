import { customFieldKind } from '#areas/people/custom-fields/custom-fields.queries'
import { groupKind } from '#areas/people/groups/groups.queries'
import { signatureKind } from '#areas/people/signatures/signatures.queries'
import { templateKind } from '#areas/work/mail/templates/templates.queries'
import { taskTypeKind } from '#areas/work/tasks/types/types.queries'
import { MAX_ID } from '#kernel/database/ids'
import { lockRows } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fieldIdsOf, groupIdsOf, type StepOptions, signatureIdsOf, taskTypeIdsOf, templateIdsOf } from './step.model.ts'

interface ReferencedKind {
  kind: Pick<RecordKind<never>, 'table' | 'isSoftDeleted'>
  idsOf: (step: StepOptions) => readonly number[]
}

/** In the order in which they are locked. */
const KINDS: readonly ReferencedKind[] = [
  { kind: groupKind, idsOf: groupIdsOf },
  { kind: customFieldKind, idsOf: fieldIdsOf },
  { kind: taskTypeKind, idsOf: taskTypeIdsOf },
  { kind: templateKind, idsOf: templateIdsOf },
  { kind: signatureKind, idsOf: signatureIdsOf },
]

/**
 * Locks the records that steps reference by their options, so that none of them is deleted until the transaction ends:
 * no foreign key protects them.
 */
export const lockReferences = async (scope: Scope, tx: Transaction, steps: readonly StepOptions[]): Promise<void> => {
  for (const { kind, idsOf } of KINDS) {
    const ids = steps.flatMap(idsOf).filter((id) => Number.isInteger(id) && id <= MAX_ID)
    await lockRows(scope, tx, kind, [...new Set(ids)], 'share')
  }
}
