// Types, not interfaces: they are stored and sent as JSON.

/** A custom field of the source, and the one of the target that gets its values; null: none has its name and type. */
export type MappedField = {
  sourceId: number
  name: string
  order: number
  targetId: number | null
}

/** The parts of one kind of contact that are synchronized. */
export type Parts = {
  names: boolean
  infos: boolean
  addresses: boolean
  customFields: boolean
  fields: MappedField[]
}

/** A membership type of the source, and what it becomes in the target. */
export type Feed = {
  sourceTypeId: number
  sourceTypeName: string
  /** Null: all levels without a feed of their own. */
  sourceLevelId: number | null
  sourceLevelName: string | null
  targetTypeId: number
  /** Null: the first active level of the type. */
  targetLevelId: number | null
}

/** What a connection synchronizes. Nothing else crosses. */
export type Mapping = {
  memberships: boolean
  /** Whether the holders of memberships that cover their people are synchronized, too. */
  owners: boolean
  contacts: boolean
  individuals: Parts
  businesses: Parts
  feeds: Feed[]
}

/** The parts of a contact as bits: see connection.individual_parts. */
export const PART_BITS = { names: 1, infos: 2, addresses: 4, customFields: 8 } as const

/** Returns the parts of a kind of contact, all off if contacts are not synchronized. */
export const partsOf = (mapping: Mapping, systemTypeId: number): Parts => {
  const parts = systemTypeId === 1 ? mapping.individuals : mapping.businesses
  return mapping.contacts ? parts : { names: false, infos: false, addresses: false, customFields: false, fields: [] }
}

/** Returns the synchronized fields of a kind of contact that the target has. */
export const fieldsOf = (mapping: Mapping, systemTypeId: number): (MappedField & { targetId: number })[] => {
  const { customFields, fields } = partsOf(mapping, systemTypeId)
  if (!customFields) return []
  return fields.flatMap(({ targetId, ...field }) => (targetId === null ? [] : [{ ...field, targetId }]))
}

/** Returns what the database enforces in the target. */
export const guardsOf = (mapping: Mapping) => ({
  individualParts: bitsOf(partsOf(mapping, 1)),
  businessParts: bitsOf(partsOf(mapping, 2)),
  targetFieldIds: [...new Set([1, 2].flatMap((type) => fieldsOf(mapping, type).map(({ targetId }) => targetId)))],
  syncsMemberships: mapping.memberships,
})

const bitsOf = ({ names, infos, addresses, customFields }: Parts): number =>
  (names ? PART_BITS.names : 0) +
  (infos ? PART_BITS.infos : 0) +
  (addresses ? PART_BITS.addresses : 0) +
  (customFields ? PART_BITS.customFields : 0)

/** Returns the feed of a membership: that of its level, else that of all levels of its type. */
export const feedOf = (
  { feeds }: Pick<Mapping, 'feeds'>,
  { typeId, levelId }: { typeId: number; levelId: number | null },
): Feed | undefined => {
  const ofType = feeds.filter(({ sourceTypeId }) => sourceTypeId === typeId)
  return (
    ofType.find(({ sourceLevelId }) => sourceLevelId !== null && sourceLevelId === levelId) ??
    ofType.find(({ sourceLevelId }) => sourceLevelId === null)
  )
}
