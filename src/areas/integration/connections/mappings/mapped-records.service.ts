import { customFieldKind } from '#areas/people/custom-fields/custom-fields.queries'
import { membershipLevelKind, membershipTypeKind } from '#areas/people/memberships/types/membership-types.queries'
import type { FieldFault } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Feed, fieldsOf, type Mapping } from './mappings.model.ts'

/**
 * Locks what a mapping names here, so that its deletion waits for the connection and finds it (see docs/decisions/0030): the
 * mapping is JSON, without foreign keys.
 *
 * @throws 422 unknown-reference for what was deleted since the mapping was checked.
 */
export const lockTargets = async (scope: Scope, tx: Transaction, mapping: Mapping): Promise<void> => {
  const typeIds = mapping.feeds.map(({ targetTypeId }) => targetTypeId)
  const types = new Set(await lockRows(scope, tx, membershipTypeKind, typeIds, 'key share'))
  const levels = new Set(
    await lockRows(scope, tx, membershipLevelKind, levelIdsOf(mapping, 'targetLevelId'), 'key share'),
  )
  const faults = mapping.feeds.flatMap(({ targetTypeId, targetLevelId }, at): FieldFault[] => {
    const pointer = `/MembershipFeeds/${at}`
    if (!types.has(targetTypeId))
      return [referenceFault(`${pointer}/TargetMembershipTypeId`, 'active membership type of this tenant')]
    if (targetLevelId === null || levels.has(targetLevelId)) return []
    return [referenceFault(`${pointer}/TargetMembershipLevelId`, 'level of the type')]
  })
  for (const [systemTypeId, pointer] of [
    [1, '/IndividualCustomFields'],
    [2, '/BusinessCustomFields'],
  ] as const) {
    const ids = fieldsOf(mapping, systemTypeId).map(({ targetId }) => targetId)
    const found = await lockRows(scope, tx, customFieldKind, ids, 'key share')
    if (found.length < new Set(ids).size) faults.push(referenceFault(pointer, 'custom field of this tenant'))
  }
  if (faults.length > 0) throw unknownReferences(faults)
}

/** Locks what the mapping names at the source, which has not chosen it: what no longer exists there does not cross. */
export const lockSources = async (scope: Scope, tx: Transaction, mapping: Mapping): Promise<void> => {
  const typeIds = mapping.feeds.map(({ sourceTypeId }) => sourceTypeId)
  const fieldIds = [mapping.individuals, mapping.businesses].flatMap(({ fields }) =>
    fields.map(({ sourceId }) => sourceId),
  )
  await lockRows(scope, tx, membershipTypeKind, typeIds, 'key share')
  await lockRows(scope, tx, membershipLevelKind, levelIdsOf(mapping, 'sourceLevelId'), 'key share')
  await lockRows(scope, tx, customFieldKind, fieldIds, 'key share')
}

const levelIdsOf = ({ feeds }: Mapping, key: keyof Feed & `${string}LevelId`): number[] =>
  feeds.flatMap((feed) => feed[key] ?? [])
