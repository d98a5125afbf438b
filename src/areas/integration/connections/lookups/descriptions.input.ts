import type { MessageData } from '../channel/channel.model.ts'
import { booleanOf, listOf, numberOf, numberOrNull, textOf } from '../channel/message-data.input.ts'
import type { DescribedField, Description } from './descriptions.model.ts'

const MAX_ITEMS = 5000
const MAX_NAME = 500

/** Parses the description of a source. @throws 400. */
export const parseDescription = (data: MessageData): Description => ({
  Types: listOf(data, 'Types', MAX_ITEMS).map((type) => ({
    Id: numberOf(type, 'Id'),
    Name: textOf(type, 'Name', MAX_NAME),
    OwnedBy: numberOrNull(type, 'OwnedBy'),
    CoversPeople: booleanOf(type, 'CoversPeople'),
  })),
  Levels: listOf(data, 'Levels', MAX_ITEMS).map((level) => ({
    Id: numberOf(level, 'Id'),
    TypeId: numberOf(level, 'TypeId'),
    Name: textOf(level, 'Name', MAX_NAME),
  })),
  Individual: listOf(data, 'Individual', MAX_ITEMS).map(parseField),
  Business: listOf(data, 'Business', MAX_ITEMS).map(parseField),
})

const parseField = (field: MessageData): DescribedField => ({
  Id: numberOf(field, 'Id'),
  Name: textOf(field, 'Name', MAX_NAME),
  DataType: numberOf(field, 'DataType'),
})
