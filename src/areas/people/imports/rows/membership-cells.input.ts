import type { ImportedState, StatedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import { plainKey } from '#kernel/text/plain-key'
import type { DateReader } from './dates.model.ts'
import type { RowValues } from './row-values.input.ts'
import { ValueFault } from './values.model.ts'

const STATES = new Map<string, ImportedState>(
  Object.entries({
    active:
      'active aktiv current new neu grace active renewal pendingrenewal pendinglevelchange pendingupgrade bezahlt paid',
    pending: 'pending pendingnew applied beantragt antrag interessent wartend',
    suspended: 'suspended ruhend ausgesetzt pausiert',
    lapsed: 'lapsed expired abgelaufen overdue',
    dropped: 'dropped gestrichen ausgeschlossen deceased verstorben',
    cancelled: 'cancelled canceled gekundigt ausgetreten resigned beendet storniert',
  }).flatMap(([state, words]) => words.split(' ').map((word) => [word, state as ImportedState] as const)),
)

/** Words for a membership without an end, with an end that is never reached. */
const NEVER = new Set('never none lifetime unlimited unbefristet lebenslang nie'.split(' '))
const LAST_DAY = '2999-12-31'

/** Parses the membership of a row; undefined if it names none. */
export const readMembership = (values: RowValues, readDate: DateReader): StatedMembership | undefined => {
  const type = values.text('MembershipType')
  const level = values.text('MembershipLevel')
  if (type === undefined && level === undefined) return undefined
  const readEnd = (text: string) => (NEVER.has(plainKey(text)) ? LAST_DAY : readDate(text, 'expiry'))
  return {
    type,
    level,
    memberSince: values.read('MemberSince', (text) => readDate(text, 'past')),
    startsOn: values.read('MembershipStart', (text) => readDate(text, 'expiry')),
    endsOn: values.read('MembershipEnd', readEnd),
    renewalDue: values.read('RenewalDue', readEnd),
    state: values.read('MembershipStatus', readState),
  }
}

const readState = (text: string): ImportedState => {
  const found = STATES.get(plainKey(text))
  if (found === undefined)
    throw new ValueFault('must be active, pending, suspended, lapsed, dropped or cancelled, or a status of the preset')
  return found
}
