import { ownValue } from '#kernel/lookups/own-value'
import { Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import type { Parts } from './parts.queries.ts'
import type { PartPlans } from './parts.service.ts'

const FIELDS: Record<keyof PartPlans, string> = {
  types: 'RegistrationTypes',
  sessions: 'Sessions',
  tiers: 'SponsorshipTiers',
  exhibitorTypes: 'ExhibitorTypes',
  items: 'AdditionalItems',
  donations: 'Donations',
  discounts: 'Discounts',
  questions: 'Questions',
}

/** Describes what a save changes in the lists of parts, for the history: the parts that differ. */
export const describeParts = (before: Parts, plans: PartPlans): Prisma.InputJsonObject =>
  Object.assign({}, ...(Object.keys(FIELDS) as (keyof PartPlans)[]).map((list) => describeList(list, before, plans)))

const describeList = (list: keyof PartPlans, before: Parts, plans: PartPlans): Prisma.InputJsonObject => {
  const plan = plans[list]
  if (!plan) return {}
  const now = plan.kept.map(({ id, data }, at) => plainColumns({ ...data, id, position: at }))
  const byId = new Map(plan.kept.map(({ id }, at) => [id, now[at]]))
  const old = [...before[list]]
    .sort((one, other) => one.position - other.position)
    .map((part: { id: number }, at) => plainColumns({ ...part, position: at }, byId.get(part.id)))
  return changedPart(FIELDS[list], without(old, now), without(now, old))
}

/** Columns that only the database has. */
const TECHNICAL = /^(tenantId|eventId|types)$|Key$/

/** Returns the columns of a part that another one has, with amounts as numbers: a plan has them as texts. */
const plainColumns = (part: object, like: object = part): object => {
  const columns = Object.keys(like).filter((name) => !TECHNICAL.test(name))
  return Object.fromEntries(columns.map((name) => [name, plainValue(ownValue(part, name) ?? typeIdsOf(part, name))]))
}

const typeIdsOf = (part: object, name: string): unknown => {
  const types: unknown = name === 'typeIds' ? ownValue<Record<string, unknown>>({ ...part }, 'types') : null
  return Array.isArray(types) ? types.map(({ typeId }) => typeId) : null
}

const plainValue = (value: unknown): unknown => {
  if (value instanceof Prisma.Decimal) return value.toNumber()
  return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? Number(value) : value
}

/** Returns the parts that the other list does not have. */
const without = (parts: readonly object[], others: readonly object[]): object[] => {
  const known = new Set(others.map((part) => JSON.stringify(part)))
  return parts.filter((part) => !known.has(JSON.stringify(part)))
}
