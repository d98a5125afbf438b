import type { ContactRecordEdit } from '#contract/people/contacts-details'
import { badInput } from '#kernel/errors/problem'

/** The value of the field Kind. */
export type ContactRecordKind = ContactRecordEdit['Kind']
type Field = 'Amount' | 'StartDate' | 'EndDate' | 'Url'

/** The rules for the records of a kind. Every kind has Name and Description. */
export interface KindRules {
  /** The allowed statuses; a new record has the first one. Records of the kind have no status if empty. */
  statuses: readonly string[]
  required: readonly Field[]
  allowed: readonly Field[]
}

export const RULES_BY_KIND: Record<ContactRecordKind, KindRules> = {
  experience: { statuses: [], required: [], allowed: ['StartDate', 'EndDate'] },
  softwareaccount: { statuses: ['Active', 'Inactive'], required: [], allowed: ['StartDate', 'EndDate', 'Url'] },
  salesopportunity: {
    statuses: ['Open', 'Won', 'Lost'],
    required: ['Amount'],
    allowed: ['Amount', 'StartDate', 'EndDate'],
  },
  fundraisingactivity: {
    statuses: ['Pledged', 'Received', 'Cancelled'],
    required: ['Amount', 'StartDate'],
    allowed: ['Amount', 'StartDate', 'EndDate'],
  },
  formresponse: { statuses: ['New', 'Reviewed', 'Archived'], required: ['StartDate'], allowed: ['StartDate', 'Url'] },
  project: {
    statuses: ['Planned', 'Active', 'Completed', 'Cancelled'],
    required: [],
    allowed: ['Amount', 'StartDate', 'EndDate', 'Url'],
  },
}

/** Rejects missing fields that the kind requires, and fields that it does not allow. @throws 400 naming the field. */
export const requireFields = ({ required, allowed }: KindRules, fields: Record<Field, unknown>): void => {
  for (const [field, value] of Object.entries(fields)) {
    if (value === null && required.some((name) => name === field)) throw badInput(`/${field}`, 'is required')
    if (value !== null && !allowed.some((name) => name === field))
      throw badInput(`/${field}`, 'must not be sent for a record of this kind')
  }
}
