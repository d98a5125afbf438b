import { addDays } from '#kernel/time/calendar'
import { parseEmail, parseLine, parseWebsite } from '../contacts.input.ts'
import type { EnteredColumns } from '../records/columns.model.ts'
import { isCurrentOn } from '../records/derivation.model.ts'
import {
  type ContactDraft,
  type ContactRecords,
  draftOf,
  type InfoDraft,
  type RoleDraft,
} from '../records/records.model.ts'
import {
  makeItem,
  parseGiven,
  pointTo,
  type SyncedChanges,
  type SyncedContext,
  trimGiven,
} from './synced-context.model.ts'
import {
  COLUMN_FIELDS,
  isOnHost,
  NATIONAL_STATUSES,
  SOCIAL_FIELDS,
  SOCIAL_PROFILE,
  type SyncedText,
  WEBSITE,
} from './synced-fields.model.ts'
import { draftAddresses, draftPhones } from './synced-parts.model.ts'
import { isCount } from './synced-values.model.ts'

export type { SyncedChanges, SyncedContext }

/** Plans the save that sets synced fields of a contact. Reports values that a contact cannot have to `faults`. */
export const draftOfSynced = (
  records: ContactRecords,
  changes: SyncedChanges,
  context: SyncedContext,
  /** The organization to belong to; null: none with a number at the national body; undefined changes nothing. */
  parentId: number | null | undefined,
): ContactDraft => ({
  ...draftOf(enteredOf(records, changes, context), true),
  infos: [
    ...emailDrafts(records, changes, context),
    ...draftPhones(records, changes, context),
    ...websiteDrafts(records, changes, context),
  ],
  addresses: draftAddresses(records, changes, context),
  designations: designationDrafts(records, changes),
  ...(parentId === undefined ? {} : parentDrafts(records, parentId, context)),
})

const enteredOf = (
  { entered }: ContactRecords,
  changes: SyncedChanges,
  context: SyncedContext,
): Partial<EnteredColumns> => {
  const set: Partial<EnteredColumns> = {}
  for (const { field, column, systemTypeId } of COLUMN_FIELDS) {
    const value = changes[field]
    if (value === undefined || (systemTypeId !== null && systemTypeId !== entered.system_type_id)) continue
    set[column] = parseLine(value, pointTo(context, field), context.faults)
  }
  const initial = parseLine(changes.MiddleInitial, pointTo(context, 'MiddleInitial'), context.faults)
  if (initial !== undefined && entered.system_type_id === 1 && !hasInitial(entered.middle_name, initial))
    set.middle_name = initial
  if (entered.system_type_id === 2 && !isCount(changes.NumberOfEmployees))
    context.faults.malformed(pointTo(context, 'NumberOfEmployees'), 'must consist of at most 9 digits')
  if (changes.Status) set.national_status_id = NATIONAL_STATUSES.get(changes.Status) ?? null
  if (changes.Status === null) set.national_status_id = null
  return set
}

const hasInitial = (middleName: string | null, initial: string | null): boolean =>
  initial !== null && !!middleName && middleName.toLowerCase().startsWith(initial.replace('.', '').toLowerCase())

const emailDrafts = (
  { emails, entered }: ContactRecords,
  { Email }: SyncedChanges,
  context: SyncedContext,
): InfoDraft[] => {
  if (Email === undefined) return []
  const primary = emails.find(({ id }) => id === entered.primary_email_id) ?? emails[0]
  const text = trimGiven(Email)
  if (text === null) return primary ? [{ ...makeItem(primary.id, true), kind: 'email', isPrimary: false, row: {} }] : []
  const email = parseGiven(text, parseEmail, context, pointTo(context, 'Email'), 'an email address')
  if (!email || primary?.address_key === email.key) return []
  const row = { address: email.address, address_key: email.key }
  const known = emails.find(({ address_key }) => address_key === email.key)
  if (known) return [{ ...makeItem(known.id), kind: 'email', isPrimary: true, row: {} }]
  // Another address has not opted out, and mails to it have not bounced.
  return [{ ...makeItem(primary?.id ?? 0), kind: 'email', isPrimary: true, row: { ...row, status: 0 } }]
}

const websiteDrafts = ({ websites }: ContactRecords, changes: SyncedChanges, context: SyncedContext): InfoDraft[] => {
  const draft = (
    field: SyncedText,
    current: { id: number; url: string } | undefined,
    typeId: number,
    hosts?: readonly string[],
  ): InfoDraft[] => {
    const value = changes[field]
    if (value === undefined) return []
    const own = { kind: 'website' as const, isPrimary: false }
    const text = trimGiven(value)
    if (text === null) return current ? [{ ...makeItem(current.id, true), ...own, row: {} }] : []
    const what = hosts ? `an http or https address at ${hosts[0]}` : 'an http or https address'
    const parse = (written: string) => {
      const address = parseWebsite(written)
      return address && (!hosts || isOnHost(address, hosts)) ? address : null
    }
    const url = parseGiven(text, parse, context, pointTo(context, field), what)
    if (!url || url === current?.url) return []
    return [{ ...makeItem(current?.id ?? 0), ...own, row: { type_id: typeId, url } }]
  }
  const profileOf = (hosts: readonly string[]) =>
    websites.find(({ type_id, url }) => type_id === SOCIAL_PROFILE && isOnHost(url, hosts))
  return [
    ...draft(
      'URL',
      websites.find(({ type_id }) => type_id === WEBSITE),
      WEBSITE,
    ),
    ...SOCIAL_FIELDS.flatMap(({ field, hosts }) => draft(field, profileOf(hosts), SOCIAL_PROFILE, hosts)),
  ]
}

const designationDrafts = (
  { designations }: ContactRecords,
  { Designation }: SyncedChanges,
): ContactDraft['designations'] => {
  if (Designation === undefined) return []
  const codes = [...new Set((Designation ?? '').split(',').map((code) => code.trim()))].filter(Boolean)
  const removed = designations
    .filter(({ code }) => !codes.includes(code))
    .map(({ id }) => ({ ...makeItem(id, true), row: {} }))
  const kept = codes.map((code, display_order) => {
    const current = designations.find((designation) => designation.code === code)
    return { ...makeItem(current?.id ?? 0), row: { code, display_order } }
  })
  return [...removed, ...kept]
}

/** Ends the membership in other organizations of the national body, and adds that in the parent. */
const parentDrafts = (
  records: ContactRecords,
  parentId: number | null,
  context: SyncedContext,
): Pick<ContactDraft, 'roles'> | Pick<ContactDraft, 'parents'> =>
  records.entered.system_type_id === 1
    ? { roles: roleDrafts(records, parentId, context) }
    : { parents: organizationDrafts(records, parentId, context) }

const roleDrafts = (
  { roles }: ContactRecords,
  parentId: number | null,
  { today, nationalParents }: SyncedContext,
): RoleDraft[] => {
  const current = roles.filter((role) => isCurrentOn(role, today))
  const yesterday = addDays(today, -1)
  const left = current
    .filter(({ organization_id: id }) => id !== parentId && nationalParents.has(id))
    .map(({ id, start_date }): RoleDraft => {
      const isNew = start_date !== null && start_date > yesterday
      return { ...makeItem(id, isNew), row: isNew ? {} : { end_date: yesterday }, isPrimaryContact: undefined }
    })
  if (parentId === null || current.some(({ organization_id: id }) => id === parentId)) return left
  const row = { organization_id: parentId, start_date: today }
  return [...left, { ...makeItem(0), row, isPrimaryContact: undefined }]
}

const organizationDrafts = (
  { parents }: ContactRecords,
  parentId: number | null,
  { nationalParents }: SyncedContext,
): ContactDraft['parents'] => {
  const left = parents
    .filter(({ other_contact_id: id }) => id !== parentId && nationalParents.has(id))
    .map(({ id }) => ({ ...makeItem(id, true), row: {} }))
  if (parentId === null || parents.some(({ other_contact_id: id }) => id === parentId)) return left
  return [...left, { ...makeItem(0), row: { other_contact_id: parentId } }]
}
