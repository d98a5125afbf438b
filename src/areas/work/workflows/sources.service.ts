import { groupKind } from '#areas/people/groups/groups.queries'
import { lockRows } from '#kernel/records/lock'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow, WorkflowSource } from '#prisma/client'
import type { RequestedSource, WorkflowFaults } from './workflows.input.ts'

/** Computes the requested sources from the stored ones; undefined keeps those. */
export type SourcesRequest = (stored: readonly WorkflowSource[]) => RequestedSource[] | undefined

/**
 * Locks the groups of the stored and requested sources, so that none of them is deleted until the transaction ends.
 *
 * @returns the stored sources whose groups exist, and the ids of all groups that exist.
 */
export const lockSources = async (
  scope: Scope,
  tx: Transaction,
  workflowId: number,
  requested: SourcesRequest = () => undefined,
): Promise<{ stored: WorkflowSource[]; groupIds: ReadonlySet<number> }> => {
  const { tenantId } = scope.db
  const all = await tx.workflowSource.findMany({ where: { tenantId, workflowId }, orderBy: { id: 'asc' } })
  const named = [...all, ...(requested(all) ?? [])].map(({ groupId }) => groupId)
  const groupIds = new Set(await lockRows(scope, tx, groupKind, named, 'share'))
  return { stored: all.filter(({ groupId }) => groupIds.has(groupId)), groupIds }
}

/** Adds a fault for each group that is requested a second time. */
export const checkSources = (requested: readonly RequestedSource[] = [], faults: WorkflowFaults): void => {
  for (const [at, { groupId, isAnti, pointer }] of requested.entries()) {
    const other = requested.slice(0, at).find((before) => before.groupId === groupId)
    if (!other) continue
    const isSame = other.isAnti === isAnti
    faults.add(pointer, isSame ? 'must not be listed twice' : 'must not be both a source and an anti-source')
  }
}

/** @throws 422 `unknown-reference` for requested groups that do not exist. */
export const requireGroups = (known: ReadonlySet<number>, requested: readonly RequestedSource[] = []): void => {
  const unknown = requested.filter(({ groupId }) => !known.has(groupId))
  if (unknown.length > 0) throw unknownReferences(unknown.map(({ pointer }) => referenceFault(pointer, 'group')))
}

type Source = Pick<WorkflowSource, 'groupId' | 'isAnti'>

const isSameSource = (one: Source, other: Source): boolean =>
  one.groupId === other.groupId && one.isAnti === other.isAnti

/** Returns whether the requested sources differ from the stored ones. Neither list contains a source twice. */
export const areChanged = (stored: readonly Source[], requested: readonly Source[] = stored): boolean =>
  stored.length !== requested.length || requested.some((source) => !stored.some((old) => isSameSource(source, old)))

/** Replaces the stored sources of a workflow; a source in both lists keeps its id. Without a request all stay. */
export const saveSources = async (
  tx: Transaction,
  { tenantId, id: workflowId }: Workflow,
  stored: readonly WorkflowSource[],
  requested: readonly RequestedSource[] | undefined,
): Promise<void> => {
  if (!requested) return
  const kept = stored.filter((old) => requested.some((source) => isSameSource(source, old))).map(({ id }) => id)
  await tx.workflowSource.deleteMany({ where: { tenantId, workflowId, id: { notIn: kept } } })
  const added = requested.filter((source) => !stored.some((old) => isSameSource(source, old)))
  await tx.workflowSource.createMany({
    data: added.map(({ groupId, isAnti }) => ({ tenantId, workflowId, groupId, isAnti })),
  })
}
