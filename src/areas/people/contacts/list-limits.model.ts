import { type FieldFault, type Problem, ruleRefused } from '#kernel/errors/problem'
import type { RecordList } from './records/columns.model.ts'

/** The number of rows in each limited list of a contact. */
export type ListCounts = Record<Exclude<RecordList, 'places'>, number>

/** The most rows that lists of a contact can have together. */
interface ListLimit {
  lists: readonly (keyof ListCounts)[]
  max: number
  what: string
  /** The fields of the documents that contain these lists: of an individual and of an organization. */
  fields: readonly (string | null)[]
}

/**
 * The bounds of the documents of a contact (Person, OrganizationSave). Every operation that adds to a list must keep them:
 * the document of a contact with more could be read but not saved. A walk compares them with the contract.
 */
export const LIST_LIMITS: readonly ListLimit[] = [
  {
    lists: ['emails', 'phones', 'websites'],
    max: 100,
    what: 'email addresses, phone numbers and websites',
    fields: ['ContactList', 'ContactInfos'],
  },
  { lists: ['addresses'], max: 50, what: 'addresses', fields: ['Addresses', 'Addresses'] },
  { lists: ['roles'], max: 100, what: 'roles', fields: ['OrganizationsAndRoles'] },
  { lists: ['designations'], max: 50, what: 'designations', fields: ['ContactDesignations'] },
  { lists: ['parents'], max: 50, what: 'parent organizations', fields: [null, 'ParentOrganizations'] },
]

/** Counts the rows of the lists of a contact in memory. */
export const countsOf = (lists: Record<keyof ListCounts, readonly unknown[]>): ListCounts => ({
  emails: lists.emails.length,
  phones: lists.phones.length,
  websites: lists.websites.length,
  addresses: lists.addresses.length,
  roles: lists.roles.length,
  designations: lists.designations.length,
  parents: lists.parents.length,
})

/** Rejects lists that a change has made longer than their limit. @throws 422 too-many. */
export const requireListLimits = (before: ListCounts, after: ListCounts, systemTypeId?: number): void => {
  const broken = LIST_LIMITS.filter(({ lists, max }) => {
    const count = countIn(after, lists)
    return count > max && count > countIn(before, lists)
  })
  if (broken.length === 0) return
  const errors = broken.flatMap((limit) => (systemTypeId === undefined ? [] : faultOf(limit, systemTypeId)))
  throw tooMany(broken, errors)
}

/** Rejects one more row in a list that has the maximum. @throws 422 too-many. */
export const requireRoomInList = (counts: ListCounts, list: keyof ListCounts): void =>
  requireListLimits(counts, { ...counts, [list]: counts[list] + 1 })

const countIn = (counts: ListCounts, lists: ListLimit['lists']): number =>
  lists.reduce((total, list) => total + counts[list], 0)

const faultOf = ({ fields, max }: ListLimit, systemTypeId: number): FieldFault[] => {
  const field = fields[systemTypeId - 1]
  return !field ? [] : [{ pointer: `/${field}`, message: `must have at most ${max} entries in all` }]
}

const tooMany = (limits: readonly ListLimit[], errors: FieldFault[]): Problem => {
  const all = limits.map(({ max, what }) => `${max} ${what}`).join(', ')
  return ruleRefused('too-many', `A contact can have at most ${all}. Delete some that are no longer needed.`, errors)
}
