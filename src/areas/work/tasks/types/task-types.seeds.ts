import { nameKeyOf } from '#kernel/records/names'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { TASK_KINDS } from '../tasks.model.ts'

/** Creates the built-in type of each kind of task. */
export const seedTaskTypes: TenantSeed = async (tx, tenantId) => {
  await tx.taskType.createMany({
    data: TASK_KINDS.map(({ id: kindId, name }) => ({
      tenantId,
      kindId,
      name,
      nameKey: nameKeyOf(name),
      isSystem: true,
    })),
  })
}
