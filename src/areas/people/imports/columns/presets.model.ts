import { plainKey } from '#kernel/text/plain-key'
import type { Field } from './fields.model.ts'

export const PRESET_NAMES = ['None', 'CiviCRM', 'CiviCRM memberships', 'Wild Apricot', 'Mailchimp', 'Excel'] as const
export type PresetName = (typeof PRESET_NAMES)[number]

/** The differences of the files of a program from the general rules. */
export interface Preset {
  /** The export that it reads, in words. */
  description: string
  /** Fields of headers; null ignores a column that the general headers would read. */
  headers: Readonly<Record<string, Field | null>>
  /** Whether headers, both as they are written in lower case and as plain keys, belong to a file of the program. */
  matches: (headers: ReadonlySet<string>) => boolean
  /** Whether groups that the tenant does not have are created, unless the request decides. */
  createsGroups: boolean
  /** Whether a person without a name is named by the mail address, as the program does. */
  namesByEmail?: true
  /** What an account number begins with that is the program's id of the contact (SourceId). */
  idPrefix?: string
  /** The mail status of all rows, by the headers: the program writes one file for each status. */
  emailStatus?: (headers: ReadonlySet<string>) => 'unsubscribed' | 'cleaned' | undefined
}

const has = (headers: ReadonlySet<string>, ...wanted: string[]): number =>
  wanted.filter((header) => headers.has(plainKey(header))).length

const CIVICRM: Preset['headers'] = {
  'Internal Contact ID': 'SourceId',
  'Contact ID': 'SourceId',
  'External Identifier': 'AccountNumber',
  'Contact Subtype': null,
  'Display Name': null,
  'Sort Name': null,
  Nickname: 'CommonName',
  'Individual Prefix': 'Prefix',
  'Individual Suffix': 'Suffix',
  'Formal Title': null,
  'Job Title': 'PrimaryTitle',
  'Household Name': 'OrganizationName',
  'Current Employer': 'OrganizationName',
  'Supplemental Address 1': 'Address2',
  'Supplemental Address 2': 'Address2',
  'Supplemental Address 3': 'Address2',
  County: null,
  'Do Not Email': 'DoNotEmail',
  'No Bulk Emails (User Opt Out)': 'DoNotEmail',
  'On Hold': 'EmailStatus',
  'Group(s)': 'Groups',
  'Tag(s)': 'Tags',
  'Phone Type': null,
  'Location Type': null,
}

/**
 * The prefix of account numbers, the same in contacts and memberships, so that the second file finds the contacts of
 * the first.
 */
const CIVICRM_PREFIX = 'civicrm-'

/** The labels as they are written: groups and tags without parentheses are in files of many programs. */
const CIVI_LABELS = ['group(s)', 'tag(s)']

const isCivi = (headers: ReadonlySet<string>): boolean =>
  has(headers, 'Internal Contact ID', 'Contact ID') > 0 &&
  has(
    headers,
    'Contact Subtype',
    'Do Not Trade',
    'No Bulk Emails (User Opt Out)',
    'Individual Prefix',
    'Postal Greeting',
    'Supplemental Address 1',
    'Contact Source',
    'Legal Identifier',
    'Sort Name',
    'Membership ID',
    'External Identifier',
  ) +
    CIVI_LABELS.filter((header) => headers.has(header)).length >=
    2

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  None: { description: 'Any file, by the general headers.', headers: {}, matches: () => false, createsGroups: false },
  'CiviCRM memberships': {
    description: 'An export of memberships of CiviCRM: one row for each membership.',
    headers: {
      ...CIVICRM,
      'Membership ID': null,
      'Member Since': 'MemberSince',
      'Membership Start Date': 'MembershipStart',
      'Start Date': 'MembershipStart',
      'Membership Expiration Date': 'MembershipEnd',
      'End Date': 'MembershipEnd',
      Source: null,
      Status: 'MembershipStatus',
    },
    matches: (headers) =>
      isCivi(headers) && has(headers, 'Membership Type') > 0 && has(headers, 'Member Since', 'Membership ID') > 0,
    createsGroups: true,
    namesByEmail: true,
    idPrefix: CIVICRM_PREFIX,
  },
  CiviCRM: {
    description:
      'An export of contacts of CiviCRM, with groups and tags. Without an External Identifier, the account number is civicrm- and the Contact ID.',
    headers: CIVICRM,
    matches: isCivi,
    createsGroups: true,
    namesByEmail: true,
    idPrefix: CIVICRM_PREFIX,
  },
  'Wild Apricot': {
    description: 'An export of contacts or members of Wild Apricot, with membership level, renewal date and groups.',
    headers: {
      'User ID': 'AccountNumber',
      'Member ID': 'AccountNumber',
      Organization: 'OrganizationName',
      'e-Mail': 'Email',
      Notes: null,
      Balance: null,
      Status: null,
      'Membership level': 'MembershipType',
      'Membership status': 'MembershipStatus',
      'Member since': 'MemberSince',
      'Renewal due': 'RenewalDue',
      'Group participation': 'Groups',
      'Email delivery disabled': 'DoNotEmail',
      'Receiving emails disabled': 'DoNotEmail',
      'Email delivery disabled automatically': 'EmailStatus',
      'Mailing Address': 'Address1',
    },
    matches: (headers) =>
      has(
        headers,
        'Group participation',
        'Profile last updated',
        'Membership enabled',
        'Renewal due',
        'Event announcements',
        'Member emails and newsletters',
        'Subscription source',
      ) >= 2,
    createsGroups: true,
    namesByEmail: true,
  },
  Mailchimp: {
    description: 'An export of an audience of Mailchimp: its files of subscribed, unsubscribed and cleaned contacts.',
    headers: {
      'Email Address': 'Email',
      Address: 'Address1',
      'Phone Number': 'Phone',
      Company: 'OrganizationName',
      Region: null,
      CC: null,
      NOTES: null,
    },
    matches: (headers) =>
      headers.has('emailaddress') && has(headers, 'MEMBER_RATING', 'LEID', 'EUID', 'OPTIN_TIME', 'LAST_CHANGED') >= 2,
    createsGroups: true,
    namesByEmail: true,
    emailStatus: (headers) => {
      if (has(headers, 'CLEAN_TIME', 'CLEAN_CAMPAIGN_ID') > 0) return 'cleaned'
      return has(headers, 'UNSUB_TIME', 'UNSUB_CAMPAIGN_ID') > 0 ? 'unsubscribed' : undefined
    },
  },
  Excel: {
    description: 'Workbooks (.xlsx), and CSV or text that Excel saves, with English or German headers.',
    headers: {},
    matches: () => false,
    createsGroups: false,
  },
}

/** The more special one first. */
const DETECTED: readonly PresetName[] = ['CiviCRM memberships', 'CiviCRM', 'Wild Apricot', 'Mailchimp']

/** Finds the program that wrote a file by its headers; None if they show none. */
export const detectPreset = (headers: readonly string[]): PresetName => {
  const keys = new Set(headers.flatMap((header) => [plainKey(header), header.trim().toLowerCase()]))
  return DETECTED.find((name) => PRESETS[name].matches(keys)) ?? 'None'
}
