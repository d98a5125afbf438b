// A second, independent implementation of the rules of a membership: days are numbers, covered days are marked one by
// one, and dates are found by counting. It uses nothing from src.

export interface Settings {
  kind: 'rolling' | 'fixed'
  months: number
  renewalMonth: number
  renewalDay: number
  rolloverDays: number
  graceDays: number
  dueDays: number
}

export type Kind = 'first' | 'renewal' | 'return' | 'backpayment'
interface Waiting {
  kind: Kind
  start: number
  end: number
  months: number
  due: number
}

export const dayNumber = (day: string): number =>
  Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8)) / 864e5
const texts = new Map<number, string>()
export const dayText = (number: number): string => {
  const text = texts.get(number) ?? new Date(number * 864e5).toISOString().slice(0, 10)
  texts.set(number, text)
  return text
}
const parts = (number: number) => {
  const date = new Date(number * 864e5)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengthOf = (year: number, month: number) =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0

/** Adds one month at a time, remembers the day, and limits it only at the end. */
const later = (from: number, months: number): number => {
  let { year, month, day } = parts(from)
  for (let at = 0; at < months; at++) {
    month++
    if (month === 12) [year, month] = [year + 1, 0]
  }
  return Date.UTC(year, month, Math.min(day, lengthOf(year, month))) / 864e5
}

export class IndependentMembership {
  readonly settings: Settings
  /** The number of times that each day is covered. */
  readonly covered = new Map<number, number>()
  /** Days removed by an end, which a back payment restores. */
  #taken: number[] = []
  #first: number | null = null
  #lastDay: number | null = null
  readonly starts: number[] = []
  waiting: Waiting | null = null
  suspended: number | null = null
  ended: 'Cancelled' | 'Dropped' | null = null

  constructor(settings: Settings) {
    this.settings = { ...settings }
  }

  status(day: number): string {
    if (this.ended) return this.ended
    if (this.suspended !== null) return 'Suspended'
    if (this.covered.has(day)) return 'Active'
    for (let back = day - 1; back >= day - this.settings.graceDays; back--) if (this.covered.has(back)) return 'Grace'
    return this.#first !== null && this.#first < day ? 'Lapsed' : 'Pending'
  }

  /** Whether it is dropped on a day, only by the rule. */
  isDropDue(day: number): boolean {
    const last = this.#last()
    if (last === null || this.ended || this.suspended !== null) return false
    const waited = this.waiting ? this.waiting.due : last
    return day > last && day > last + this.settings.graceDays && day > waited
  }

  join(day: number): boolean {
    this.#agree('first', day, this.#from(day, true), day)
    return true
  }

  renew(day: number): boolean {
    if (this.ended || this.waiting) return false
    const start = (this.#last() ?? day) + 1
    const end = this.#continuedEnd(start, this.settings.months)
    if (this.#inTime('renewal', start, end, day)) this.#agree('renewal', start, end, day)
    else this.#agree('renewal', day, this.#from(day, true), day)
    return true
  }

  changeLength(day: number, months: number): boolean {
    if (this.ended) return false
    this.settings.months = months
    if (!this.waiting) return true
    const { kind, start, months: before } = this.waiting
    if (before === months) return true
    this.waiting = null
    if (kind === 'renewal') return this.renew(day)
    const first = Math.max(start, day)
    this.#agree(kind, first, this.#from(first, true), day)
    return true
  }

  pay(day: number): boolean {
    const waiting = this.waiting
    if (!waiting) return false
    this.waiting = null
    if (waiting.kind === 'backpayment') this.#giveBack()
    const [start, end] = this.#paid(waiting, day)
    this.#cover(start, end)
    if (waiting.kind === 'return' || waiting.kind === 'backpayment') this.ended = null
    return true
  }

  #paid({ kind, start: agreed, end, months }: Waiting, day: number): [number, number] {
    const isRolling = this.settings.kind === 'rolling'
    const fixedEnd = (start: number, mayRoll: boolean) => (start <= end ? end : this.#from(start, mayRoll))
    const last = this.#last()
    if (last !== null) {
      const next = last + 1
      const continued = isRolling ? this.#continuedEnd(next, months) : fixedEnd(next, false)
      if (this.#inTime(kind, next, continued, day)) return [next, continued]
    }
    const start = last === null ? Math.max(agreed, day) : Math.max(last + 1, day)
    return [start, isRolling ? later(start, months) - 1 : fixedEnd(start, true)]
  }

  suspend(day: number): boolean {
    if (!['Active', 'Grace', 'Lapsed'].includes(this.status(day))) return false
    this.suspended = day
    return true
  }

  resume(day: number, extend: boolean): boolean {
    if (this.suspended === null) return false
    let lost = 0
    for (let at = this.suspended; at < day; at++) if (this.covered.has(at)) lost++
    const last = this.#last()
    if (extend && lost > 0 && last !== null) this.#cover(last + 1, last + lost)
    this.suspended = null
    return true
  }

  /** Cancelling an ended membership withdraws its unpaid return; the end does not change. */
  cancel(day: number): boolean {
    if (this.ended) {
      const isReturning = this.waiting !== null
      this.waiting = null
      return isReturning
    }
    this.#end('Cancelled', day)
    return true
  }

  drop(day: number): boolean {
    if (!['Grace', 'Lapsed', 'Suspended'].includes(this.status(day))) return false
    this.#end('Dropped', day)
    return true
  }

  reinstate(day: number, continues: boolean): boolean {
    if (!this.ended || this.waiting) return false
    const known = [...this.covered.keys(), ...this.#taken]
    if (!continues || known.length === 0) {
      this.#agree('return', day, this.#from(day, true), day)
      return true
    }
    const last = Math.max(...known)
    if (last >= day) {
      this.#giveBack()
      this.ended = null
      return true
    }
    for (let times = 1; times <= 10; times++) {
      const end = this.#continuedEnd(last + 1, this.settings.months * times, new Set(known))
      if (end < day) continue
      this.#agree('backpayment', last + 1, end, day, this.settings.months * times)
      return true
    }
    return false
  }

  #agree(kind: Kind, start: number, end: number, day: number, months = this.settings.months) {
    this.waiting = { kind, start, end, months, due: day + this.settings.dueDays }
  }

  #cover(from: number, to: number) {
    this.starts.push(from)
    for (let day = from; day <= to; day++) this.covered.set(day, (this.covered.get(day) ?? 0) + 1)
    this.#measure()
  }

  #end(how: 'Cancelled' | 'Dropped', day: number) {
    for (const at of [...this.covered.keys()]) {
      if (at < day) continue
      this.covered.delete(at)
      this.#taken.push(at)
    }
    this.waiting = null
    this.suspended = null
    this.ended = how
    this.#measure()
  }

  #giveBack() {
    for (const day of this.#taken) this.covered.set(day, (this.covered.get(day) ?? 0) + 1)
    this.#taken = []
    this.#measure()
  }

  #last(): number | null {
    return this.#lastDay
  }

  /** Finds the first and last covered day. */
  #measure() {
    const days = [...this.covered.keys()]
    this.#first = days.length === 0 ? null : Math.min(...days)
    this.#lastDay = days.length === 0 ? null : Math.max(...days)
  }

  #inTime(kind: Kind, start: number, end: number, day: number): boolean {
    if (day <= start) return true
    if (day > end) return false
    if (kind === 'backpayment') return true
    const window = this.settings.kind === 'rolling' ? this.settings.rolloverDays : this.settings.graceDays
    return kind === 'renewal' && day - (start - 1) <= window
  }

  #isRenewal(day: number): boolean {
    const { year, month, day: date } = parts(day)
    return (
      month === this.settings.renewalMonth - 1 && date === Math.min(this.settings.renewalDay, lengthOf(year, month))
    )
  }

  /** The last day of a term that begins on a day, independent of earlier terms. */
  #from(start: number, mayRoll: boolean, months = this.settings.months): number {
    if (this.settings.kind === 'rolling') return later(start, months) - 1
    let wanted = months / 12
    for (let day = start + 1; ; day++) {
      if (!this.#isRenewal(day)) continue
      if (mayRoll && day - start <= this.settings.rolloverDays) wanted++
      mayRoll = false
      if (--wanted === 0) return day - 1
    }
  }

  /** Rolling: counted from the earliest term of the unbroken run from which it is whole months up to here. */
  #continuedEnd(start: number, months: number, covered: { has(day: number): boolean } = this.covered): number {
    if (this.settings.kind === 'fixed') return this.#from(start, false, months)
    let first = start
    while (covered.has(first - 1)) first--
    for (const from of [...this.starts].sort((a, b) => a - b)) {
      if (from < first || from >= start) continue
      for (let whole = 1; later(from, whole) <= start; whole++) {
        if (later(from, whole) === start) return later(from, whole + months) - 1
      }
    }
    return later(start, months) - 1
  }
}
