import { areaOf, type Fault, isInArea, lineAt, type SourceFile } from './sources.ts'
import { writersOf } from './writers.ts'

const READ = /\b(?:FROM|JOIN)\s+(?:ONLY\s+)?"?([a-z_]+)"?/g
/** Lists, uses and files join the tables of other areas, as their registers and lists require. */
const JOINS = /\.(listing|uses|files|area)\.ts$/

/**
 * The tables of other areas that the SQL of an area reads outside of lists, uses and files. The list only gets shorter: call
 * a query of the area that writes the table, or compose an expression that its `*.listing.ts` exports.
 */
export const foreignReads: Readonly<Record<string, string>> = {
  'commerce/benefit-ledger': 'contact',
  'commerce/buying': 'contact invoice processor_charge write_off',
  'commerce/payment-plans': 'contact invoice invoice_part membership membership_term membership_type payment_gateway',
  'commerce/sponsorships': 'contact',
  'events/event-groups': 'contact event_registration event_registration_session event_registration_type',
  'events/event-sponsors':
    'contact contact_email contact_role event event_order event_order_line event_registration event_tier invoice processor_charge',
  'events/events':
    'event_exhibitor event_order event_order_item event_registration event_registration_session event_sponsor',
  'events/invitations': 'contact event_registration event_registration_type',
  'events/public-registration': 'contact contact_email event_registration_type',
  'events/registrations':
    'contact event event_discount event_exhibitor event_exhibitor_type event_item event_order_item event_registration_type event_session event_sponsor event_tier invoice',
  'events/waiting-list': 'event_registration event_registration_type',
  'finance/books': 'contact event_order event_registration payment_gateway payment_subtype store_purchase tenant',
  'finance/payment-gateway-reports':
    'contact gateway_transaction payment processor_charge processor_payout processor_refund refund',
  'integration/association-sync': 'tenant',
  'integration/connections':
    'contact contact_address contact_chapter contact_role_type custom_field custom_field_choice membership_level membership_term membership_type',
  'integration/logs': 'tenant',
  'people/chapters': 'address contact_address contact_group',
  'people/contacts': 'chapter connection contact_group contact_group_member membership membership_type',
  'people/custom-fields':
    'address chapter contact contact_address contact_group contact_website directory_listing event_question event_question_type membership membership_type stored_file tenant',
  'people/memberships': 'contact contact_role invoice invoice_part',
  'work/tasks': 'contact',
  'work/workflows': 'contact contact_group contact_group_member contact_tag mail_message tag',
}

/** No area reads more tables of others than are listed, and each that it stops to read leaves the list. */
export const checkReaders = (files: SourceFile[], listed = foreignReads): Fault[] => {
  const writers = writersOf(files)
  const isForeign = (area: string, table: string) => writers.has(table) && !writers.get(table)?.has(area)
  const reads = files.filter(isInArea).flatMap(({ path, text }) => {
    const area = areaOf(path)
    if (!area || JOINS.test(path)) return []
    return [...text.matchAll(READ)]
      .map((match) => ({ area, path, line: lineAt(text, match.index), table: match[1] ?? '' }))
      .filter(({ table }) => isForeign(area, table))
  })
  const known = new Map(Object.entries(listed).map(([area, tables]) => [area, new Set(tables.split(' '))]))
  const added = reads
    .filter(({ area, table }) => !known.get(area)?.has(table))
    .map(({ path, line, table }) => ({ path, line, message: messageOf(table, [...(writers.get(table) ?? [])]) }))
  const areas = new Set(files.map(({ path }) => areaOf(path)))
  const gone = [...known].flatMap(([area, tables]) =>
    [...tables]
      .filter((table) => areas.has(area) && !reads.some((read) => read.area === area && read.table === table))
      .map((table) => ({
        path: 'scripts/checks/readers.ts',
        line: 1,
        message: `lists ${table} for ${area}, which does not read it: remove it from the list`,
      })),
  )
  return [...added, ...gone]
}

const messageOf = (table: string, owners: string[]): string =>
  `reads ${table} of ${owners.join(' and ')}: call a query of that area, or compose an expression of its .listing.ts`
