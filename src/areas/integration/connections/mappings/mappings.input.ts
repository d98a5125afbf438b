import type { ConnectionEditInput, MembershipFeedInput } from '#contract/integration/connections'
import type { ItemChoiceInput } from '#contract/shared'
import { type FieldFault, Problem, ruleRefused } from '#kernel/errors/problem'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { DescribedField, Description } from '../lookups/descriptions.model.ts'
import type { Feed, MappedField, Mapping, Parts } from './mappings.model.ts'

/** What a mapping is checked with. */
export interface Sides {
  source: Description
  target: Description
}

/** A mapping, and what may not be intended about it. */
export interface ParsedMapping {
  mapping: Mapping
  warnings: FieldFault[]
}

/**
 * Parses what a connection synchronizes. What a request leaves out keeps its value; in a new connection it is off.
 *
 * @throws 422 unknown-reference, wrong-contact-type, mapped-twice.
 */
export const parseMapping = (body: ConnectionEditInput, current: Mapping | null, sides: Sides): ParsedMapping => {
  const faults: FieldFault[] = []
  const mapping: Mapping = {
    memberships: body.IsMembershipsSync ?? current?.memberships ?? false,
    owners: body.IsMemberShipOwnerContactInSync ?? current?.owners ?? false,
    contacts: body.IsContactFeedSync ?? current?.contacts ?? false,
    individuals: parseParts(
      individualsOf(body),
      current?.individuals ?? null,
      fieldsOfSides(sides, 'Individual'),
      faults,
    ),
    businesses: parseParts(businessesOf(body), current?.businesses ?? null, fieldsOfSides(sides, 'Business'), faults),
    feeds: body.MembershipFeeds
      ? body.MembershipFeeds.map((feed, at) => parseFeed(feed, `/MembershipFeeds/${at}`, sides, faults))
      : (current?.feeds ?? []),
  }
  if (faults.length > 0) throw unknownReferences(faults)
  refuseOtherKinds(body.MembershipFeeds ? mapping.feeds : [], sides)
  refuseRepeated(mapping.feeds)
  return { mapping, warnings: warningsOf(mapping) }
}

interface SentParts {
  names: boolean | undefined
  infos: boolean | undefined
  addresses: boolean | undefined
  customFields: boolean | undefined
  fields: readonly ItemChoiceInput[] | null | undefined
  pointer: string
}

const individualsOf = (body: ConnectionEditInput): SentParts => ({
  names: body.IsIndividualGeneralInfo,
  infos: body.IsIndividualPhonesEmailsSites,
  addresses: body.IsIndividualAddresses,
  customFields: body.IsIndividualCustomFields,
  fields: body.IndividualCustomFields,
  pointer: '/IndividualCustomFields',
})

const businessesOf = (body: ConnectionEditInput): SentParts => ({
  names: body.IsBusinessGeneralInfo,
  infos: body.IsBusinessPhonesEmailsSites,
  addresses: body.IsBusinessAddresses,
  customFields: body.IsBusinessCustomFields,
  fields: body.BusinessCustomFields,
  pointer: '/BusinessCustomFields',
})

interface FieldSides {
  source: readonly DescribedField[]
  target: readonly DescribedField[]
}

const fieldsOfSides = ({ source, target }: Sides, kind: 'Individual' | 'Business'): FieldSides => ({
  source: source[kind],
  target: target[kind],
})

const parseParts = (sent: SentParts, current: Parts | null, sides: FieldSides, faults: FieldFault[]): Parts => ({
  names: sent.names ?? current?.names ?? false,
  infos: sent.infos ?? current?.infos ?? false,
  addresses: sent.addresses ?? current?.addresses ?? false,
  customFields: sent.customFields ?? current?.customFields ?? false,
  fields: sent.fields ? parseFields(sent.fields, sent.pointer, sides, faults) : (current?.fields ?? []),
})

const parseFields = (
  items: readonly ItemChoiceInput[],
  pointer: string,
  { source, target }: FieldSides,
  faults: FieldFault[],
): MappedField[] => {
  const found = items.flatMap(({ Id, IsSelected }, at): MappedField[] => {
    if (!IsSelected) return []
    const field = source.find((one) => one.Id === Id)
    if (!field) {
      faults.push(referenceFault(`${pointer}/${at}/Id`, 'custom field of the source'))
      return []
    }
    const order = source.indexOf(field) + 1
    return [{ sourceId: field.Id, name: field.Name, order, targetId: counterpartOf(field, target)?.Id ?? null }]
  })
  return [...new Map(found.map((field) => [field.sourceId, field])).values()].sort((a, b) => a.order - b.order)
}

/** Returns the field of the target with the same name, case-insensitive, and the same type. */
const counterpartOf = (
  { Name, DataType }: DescribedField,
  target: readonly DescribedField[],
): DescribedField | undefined =>
  target.find((one) => one.DataType === DataType && one.Name.toLowerCase() === Name.toLowerCase())

const parseFeed = (
  { SourceMembershipTypeId, SourceMembershipLevelId, ...sent }: MembershipFeedInput,
  pointer: string,
  { source, target }: Sides,
  faults: FieldFault[],
): Feed => {
  const type = source.Types.find(({ Id }) => Id === SourceMembershipTypeId)
  const level = source.Levels.find(({ Id, TypeId }) => Id === SourceMembershipLevelId && TypeId === type?.Id)
  const targetType = target.Types.find(({ Id }) => Id === sent.TargetMembershipTypeId)
  const ofTarget = target.Levels.filter(({ TypeId }) => TypeId === targetType?.Id)
  const targetLevel = ofTarget.find(({ Id }) => Id === sent.TargetMembershipLevelId)
  const check = (isFound: boolean, field: string, what: string) => {
    if (!isFound) faults.push(referenceFault(`${pointer}/${field}`, what))
  }
  check(type !== undefined, 'SourceMembershipTypeId', 'active membership type of the source')
  check(!SourceMembershipLevelId || level !== undefined, 'SourceMembershipLevelId', 'level of the type at the source')
  check(targetType !== undefined, 'TargetMembershipTypeId', 'active membership type of this tenant')
  check(!sent.TargetMembershipLevelId || targetLevel !== undefined, 'TargetMembershipLevelId', 'level of the type')
  return {
    sourceTypeId: SourceMembershipTypeId,
    sourceTypeName: type?.Name ?? '',
    sourceLevelId: level?.Id ?? null,
    sourceLevelName: level?.Name ?? null,
    targetTypeId: sent.TargetMembershipTypeId,
    targetLevelId: targetLevel?.Id ?? null,
  }
}

/** Refuses feeds between types of individuals and types of organizations: no contact of one kind can have the other. */
const refuseOtherKinds = (feeds: readonly Feed[], { source, target }: Sides): void => {
  const errors = feeds.flatMap(({ sourceTypeId, targetTypeId }, at): FieldFault[] => {
    const from = source.Types.find(({ Id }) => Id === sourceTypeId)?.OwnedBy ?? null
    const to = target.Types.find(({ Id }) => Id === targetTypeId)?.OwnedBy ?? null
    if (from === null || to === null || from === to) return []
    const kind = from === 1 ? 'individuals' : 'organizations'
    const message = `must be a type that ${kind} can have, as the type of the source`
    return [{ pointer: `/MembershipFeeds/${at}/TargetMembershipTypeId`, message }]
  })
  if (errors.length > 0)
    throw ruleRefused(
      'wrong-contact-type',
      'A membership type is mapped to one for the other kind of contacts.',
      errors,
    )
}

const refuseRepeated = (feeds: readonly Feed[]): void => {
  const keys = feeds.map(({ sourceTypeId, sourceLevelId }) => `${sourceTypeId}:${sourceLevelId}`)
  const errors = keys.flatMap((key, at) =>
    keys.indexOf(key) === at ? [] : [{ pointer: `/MembershipFeeds/${at}`, message: 'maps a type and level again' }],
  )
  if (errors.length > 0) throw ruleRefused('mapped-twice', 'A type and level of the source is mapped twice.', errors)
}

const warningsOf = ({ feeds, individuals, businesses }: Mapping): FieldFault[] => [
  ...(feeds.length === 0
    ? [{ pointer: '/MembershipFeeds', message: 'maps no membership type: nothing is copied' }]
    : []),
  ...withoutCounterpart(individuals, '/IndividualCustomFields'),
  ...withoutCounterpart(businesses, '/BusinessCustomFields'),
]

const withoutCounterpart = ({ customFields, fields }: Parts, pointer: string): FieldFault[] =>
  fields
    .filter(({ targetId }) => customFields && targetId === null)
    .map(({ name }) => ({
      pointer,
      message: `selects "${name}", which has no counterpart of the same name and type here`,
    }))

/** @throws 409 exchange-warnings if there are any. */
export const refuseWarnings = (errors: FieldFault[]): void => {
  if (errors.length === 0) return
  throw new Problem(
    409,
    'exchange-warnings',
    'The connection was not saved because of warnings. Check them, or save it unchanged with forcesave.',
    { errors },
  )
}
