import type { WorkflowGeneralInput, WorkflowSourceInput } from '#contract/work/workflows'

/** A group that a save requests as a source or an anti-source, with the pointer to its field. */
export interface RequestedSource {
  groupId: number
  isAnti: boolean
  pointer: string
}

/** Parses one list with sources and anti-sources; undefined keeps the stored ones. */
export const parseSourceList = (
  sent: readonly WorkflowSourceInput[] | null | undefined,
): RequestedSource[] | undefined =>
  sent === undefined
    ? undefined
    : (sent ?? []).map(({ GroupId, IsAnti }, at) => ({
        groupId: GroupId,
        isAnti: IsAnti ?? false,
        pointer: `/WorkflowSources/${at}/GroupId`,
      }))

/** Parses a list of sources and one of anti-sources; a list that is left out keeps its stored part. */
export const parseSourceLists = (
  { WorkflowPosiSources: posi, WorkflowAntiSources: anti }: WorkflowGeneralInput,
  stored: readonly { groupId: number; isAnti: boolean }[],
): RequestedSource[] | undefined => {
  if (posi === undefined && anti === undefined) return undefined
  const requested = (sent: readonly WorkflowSourceInput[] | null | undefined, isAnti: boolean, name: string) =>
    sent === undefined
      ? stored.filter((one) => one.isAnti === isAnti).map(({ groupId }) => ({ groupId, isAnti, pointer: `/${name}` }))
      : (sent ?? []).map(({ GroupId }, at) => ({ groupId: GroupId, isAnti, pointer: `/${name}/${at}/GroupId` }))
  return [...requested(posi, false, 'WorkflowPosiSources'), ...requested(anti, true, 'WorkflowAntiSources')]
}
