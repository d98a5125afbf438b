import type { ContactRecordEdit } from '#contract/people/contacts-details'

export type RecordKind = ContactRecordEdit['Kind']
type Field = 'Amount' | 'StartDate' | 'EndDate' | 'Url'

/** What a kind of record needs and takes, beside Name and Description. */
export interface KindRules {
  /** The states it can be in, the first one that of a new record; empty: it has none. */
  statuses: readonly string[]
  needs: readonly Field[]
  takes: readonly Field[]
}

export const RECORD_KINDS: Record<RecordKind, KindRules> = {
  experience: { statuses: [], needs: [], takes: ['StartDate', 'EndDate'] },
  softwareaccount: { statuses: ['Active', 'Inactive'], needs: [], takes: ['StartDate', 'EndDate', 'Url'] },
  salesopportunity: { statuses: ['Open', 'Won', 'Lost'], needs: ['Amount'], takes: ['Amount', 'StartDate', 'EndDate'] },
  fundraisingactivity: {
    statuses: ['Pledged', 'Received', 'Cancelled'],
    needs: ['Amount', 'StartDate'],
    takes: ['Amount', 'StartDate', 'EndDate'],
  },
  formresponse: { statuses: ['New', 'Reviewed', 'Archived'], needs: ['StartDate'], takes: ['StartDate', 'Url'] },
  project: {
    statuses: ['Planned', 'Active', 'Completed', 'Cancelled'],
    needs: [],
    takes: ['Amount', 'StartDate', 'EndDate', 'Url'],
  },
}
