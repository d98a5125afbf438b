import type { ImportedState, StatedMembership } from '#areas/people/memberships/imported/imported-memberships.service'
import { plainKey } from '#kernel/text/plain-key'
import type { Field } from '../columns/fields.model.ts'
import type { DateCell, DateReader, DateUse } from './dates.model.ts'
import { GUESSES } from './guesses.model.ts'
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
/** The last day of a membership. Terms are counted from its days, and no term can end after the year 9999. */
const LAST_DAY = '2999-12-31'

/** Parses the membership of a row; undefined if it names none. */
export const readMembership = (values: RowValues, readDate: DateReader): StatedMembership | undefined => {
  const type = values.text('MembershipType')
  const level = values.text('MembershipLevel')
  if (type === undefined && level === undefined) return undefined
  const dateOf = (field: Field, use: DateUse) =>
    values.read(field, (text) => readDay(text, readDate, use, values.cell(field)))
  const endOf = (field: Field) =>
    values.read(field, (text) =>
      NEVER.has(plainKey(text)) ? LAST_DAY : readDay(text, readDate, 'expiry', values.cell(field), OR_NEVER),
    )
  const stated = {
    type,
    level,
    memberSince: dateOf('MemberSince', 'past'),
    startsOn: dateOf('MembershipStart', 'expiry'),
    endsOn: endOf('MembershipEnd'),
    renewalDue: endOf('RenewalDue'),
    state: values.read('MembershipStatus', readState),
  }
  const guess = termGuess(stated)
  if (guess !== undefined) values.guess('MembershipType', 'MembershipTerm', guess)
  return stated
}

const OR_NEVER = ': write "lifetime" for a membership without an end'

const readDay = (text: string, readDate: DateReader, use: DateUse, cell: DateCell, hint = ''): string => {
  const day = readDate(text, use, cell)
  if (day > LAST_DAY) throw new ValueFault(`must not be after ${LAST_DAY}${hint}`)
  return day
}

/** Returns what the row leaves open about the term. */
const termGuess = ({ memberSince, startsOn, endsOn, renewalDue }: StatedMembership): string | undefined => {
  const hasStart = startsOn !== undefined || memberSince !== undefined
  const hasEnd = endsOn !== undefined || renewalDue !== undefined
  if (hasEnd) return hasStart ? undefined : GUESSES.start
  return hasStart ? GUESSES.end : GUESSES.term
}

const readState = (text: string): ImportedState => {
  const found = STATES.get(plainKey(text))
  if (found === undefined)
    throw new ValueFault('must be active, pending, suspended, lapsed, dropped or cancelled, or a status of the preset')
  return found
}
