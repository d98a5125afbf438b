import { tagImported } from '#areas/people/contacts/imports/import-tags.service'
import { addMembers } from '#areas/people/groups/members/members.service'
import type { ImportedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import { addSuppressions } from '#kernel/mail/suppressions'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import type { ImportCounts } from '../imports.model.ts'
import type { ParsedRow } from '../rows/row-context.model.ts'
import type { ImportWork } from './import-work.model.ts'

/** A row whose contact was saved. */
export interface SavedRow {
  contactId: number
  isNew: boolean
  isChanged: boolean
  parsed: ParsedRow
  /** The membership to create. */
  membership: ImportedMembership | undefined
}

/** Adds saved contacts to their groups, tags them, and suppresses mail to the addresses that receive none. */
export const saveLabels = async (
  scope: Scope,
  tx: DriverTransaction,
  work: ImportWork,
  saved: readonly SavedRow[],
  counts: ImportCounts,
): Promise<void> => {
  await tagImported(
    scope,
    tx,
    saved.map(({ contactId, isNew, parsed }) => ({ contactId, isNew, tags: parsed.tags })),
  )
  const members = saved.flatMap(({ contactId, parsed }) =>
    parsed.groups.flatMap((name) => {
      const groupId = work.groups.get(fold(name))
      return groupId === undefined ? [] : [{ groupId, contactId }]
    }),
  )
  // A group that a dry run would create has no id.
  const existing = members.filter(({ groupId }) => groupId > 0)
  const added = await addMembers(scope, tx, existing)
  counts.membersAdded += added.length + members.length - existing.length
  const addresses = new Map(saved.flatMap(({ parsed }) => suppressionsOf(parsed)))
  counts.addressesSuppressed += await addSuppressions(scope, tx, [...addresses.values()])
}

const suppressionsOf = ({ draft, suppression: reason }: ParsedRow) =>
  reason === undefined
    ? []
    : draft.infos.flatMap((info) => {
        const addressKey = info.kind === 'email' ? info.row.address_key : undefined
        return addressKey === undefined ? [] : [[addressKey, { addressKey, reason }] as const]
      })
