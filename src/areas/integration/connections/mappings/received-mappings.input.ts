import type { MessageData } from '../channel/channel.model.ts'
import { booleanOf, listOf, numberOf, numberOrNull, textOf, textOrNull } from '../channel/message-data.input.ts'
import type { Mapping, Parts } from './mappings.model.ts'

const MAX_FEEDS = 500
const MAX_FIELDS = 1000
const MAX_NAME = 500

/** Parses the mapping in a message of the target. @throws 400. */
export const parseReceivedMapping = (data: MessageData): Mapping => ({
  memberships: booleanOf(data, 'memberships'),
  owners: booleanOf(data, 'owners'),
  contacts: booleanOf(data, 'contacts'),
  individuals: parseParts({ ...(data.individuals as MessageData) }),
  businesses: parseParts({ ...(data.businesses as MessageData) }),
  feeds: listOf(data, 'feeds', MAX_FEEDS).map((feed) => ({
    sourceTypeId: numberOf(feed, 'sourceTypeId'),
    sourceTypeName: textOf(feed, 'sourceTypeName', MAX_NAME),
    sourceLevelId: numberOrNull(feed, 'sourceLevelId'),
    sourceLevelName: textOrNull(feed, 'sourceLevelName', MAX_NAME),
    targetTypeId: numberOf(feed, 'targetTypeId'),
    targetLevelId: numberOrNull(feed, 'targetLevelId'),
  })),
})

const parseParts = (data: MessageData): Parts => ({
  names: booleanOf(data, 'names'),
  infos: booleanOf(data, 'infos'),
  addresses: booleanOf(data, 'addresses'),
  customFields: booleanOf(data, 'customFields'),
  fields: listOf(data, 'fields', MAX_FIELDS).map((field) => ({
    sourceId: numberOf(field, 'sourceId'),
    name: textOf(field, 'name', MAX_NAME),
    order: numberOf(field, 'order'),
    targetId: numberOrNull(field, 'targetId'),
  })),
})
