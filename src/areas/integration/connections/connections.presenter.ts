import type { ConnectionEdit, MembershipFeed } from '#contract/integration/connections'
import type { ItemChoice } from '#contract/shared'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { canLetCross } from './connections.model.ts'
import type { MappedConnection, TypeNames } from './connections.queries.ts'
import type { Feed, MappedField, Mapping, Parts } from './mappings/mappings.model.ts'

/** @param names of the target's membership types; at the source there are none. */
export const presentConnection = (scope: Scope, connection: MappedConnection, names: TypeNames): ConnectionEdit => {
  const { mapping, isSource } = connection
  return {
    Id: connection.id,
    ConnectionId: connection.id,
    IsActive: !connection.isDisabledHere && !connection.isDisabledThere,
    MembershipFeedId: mapping.feeds.length > 0 ? 1 : 0,
    CreatedDate: connection.createdAt.toISOString(),
    ExchangeId: connection.exchangeId,
    ConectedTenantName: connection.otherName,
    ReadOnly:
      isSource || scope.chapters !== null || !hasGrant(scope, 'connections:write') || !canLetCross(scope, connection),
    IsDeleted: false,
    ForceSave: false,
    IsContactFeedReadOnly: true,
    ...presentProgress(connection),
    SourceTenantKey: isSource ? scope.tenant.key : connection.otherKey,
    ...presentMapping(mapping, names),
  }
}

/** Presents the progress as the list does. */
const presentProgress = ({ totalCount, copiedCount, status }: MappedConnection) => {
  const CopiedContacts = Math.min(copiedCount, totalCount)
  const share = status === 'Active' ? 100 : 0
  const CopyPercent = totalCount > 0 ? Math.floor((100 * CopiedContacts) / totalCount) : share
  return { TotalContacts: totalCount, CopiedContacts, CopyPercent }
}

const presentMapping = (mapping: Mapping, names: TypeNames) => ({
  IsMembershipsSync: mapping.memberships,
  IsMemberShipOwnerContactInSync: mapping.owners,
  MembershipFeeds: mapping.feeds.map((feed, at) => presentFeed(feed, at, names)),
  IsContactFeedSync: mapping.contacts,
  IsIndividualGeneralInfo: mapping.individuals.names,
  IsIndividualPhonesEmailsSites: mapping.individuals.infos,
  IsIndividualAddresses: mapping.individuals.addresses,
  IsIndividualCustomFields: mapping.individuals.customFields,
  IndividualCustomFields: presentFields(mapping.individuals),
  IsBusinessGeneralInfo: mapping.businesses.names,
  IsBusinessPhonesEmailsSites: mapping.businesses.infos,
  IsBusinessAddresses: mapping.businesses.addresses,
  IsBusinessCustomFields: mapping.businesses.customFields,
  BusinessCustomFields: presentFields(mapping.businesses),
})

const presentFeed = (feed: Feed, at: number, { types, levels }: TypeNames): MembershipFeed => ({
  MembershipFeedId: at + 1,
  SourceMembershipTypeId: feed.sourceTypeId,
  SourceMembershipTypeName: feed.sourceTypeName,
  SourceMembershipLevelId: feed.sourceLevelId,
  SourceMembershipLevelName: feed.sourceLevelName,
  TargetMembershipTypeId: feed.targetTypeId,
  TargetMembershipTypeName: types.get(feed.targetTypeId) ?? null,
  TargetMembershipLevelId: feed.targetLevelId,
  TargetMembershipLevelName: feed.targetLevelId === null ? null : (levels.get(feed.targetLevelId) ?? null),
})

const presentFields = ({ fields }: Parts): ItemChoice[] => fields.map((field) => presentField(field))

const presentField = ({ sourceId, name, order }: MappedField): ItemChoice => ({
  IsSelected: true,
  PreviouslySelected: true,
  Id: sourceId,
  Name: name,
  Order: order,
})
