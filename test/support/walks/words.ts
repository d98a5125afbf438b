import { partsOf } from './all-walks.ts'

/** Parameters that are not ids of tables. The callers of walks have no sessions, passkeys or consents. */
const WORDS: Record<string, string> = {
  auditid: '1',
  sessionid: '1',
  passkeyid: '1',
  clientid: 'ghi_1_unknown',
  screenkey: 'contacts',
  list: 'statuses',
  kind: 'experience',
  paymenttypeid: '5',
  integrationid: '59',
  connectorname: 's3',
  sourcetenantkey: 'no-such-tenant',
  forcesave: 'true',
  includeparent: 'true',
  includetoplevelselection: 'true',
  start: '2026-11-24T18:30:00',
  bankid: 'ba_none',
  defaultforcurrency: 'true',
  defaulttransactiontype: '2',
  positiontypeid: '1',
  sitemoduletypeid: '10',
  paymentgatewaytypeid: '2',
  date: '2026-11-01',
  search: 'walk',
  // The feed keeps 90 days.
  utcdatetime: new Date(Date.now() - 86_400_000).toISOString(),
  nationalid: '300118',
}

/** The value of a path parameter that is not the id of a record; undefined for others. */
export const wordOf = (name: string): string | undefined =>
  WORDS[name.toLowerCase()] ?? partsOf('words')[name.toLowerCase()]

export const isWord = (name: string): boolean => wordOf(name) !== undefined
