import fc from 'fast-check'
import type { Settings } from './independent-model.ts'

export type Step =
  | { do: 'renew' | 'pay' | 'suspend' | 'cancel' | 'drop' }
  | { do: 'resume'; extend: boolean }
  | { do: 'reinstate'; continues: boolean }
  | { do: 'changeLength'; months: number }

/** The history of one membership in five years: each step has an hour, counted from the joining. */
export interface History {
  zone: string
  settings: Settings
  /** The hour of joining, counted from the start of 2024 (UTC). */
  joined: number
  steps: { hour: number; step: Step }[]
  /** Whether memberships are dropped on the due day. */
  dropsByItself: boolean
}

export const YEARS = 5
const HOURS = YEARS * 366 * 24

/** Zones with changes of the clocks at midnight, at unusual offsets or by half an hour, with large offsets, or without. */
export const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Chatham',
]

const settings: fc.Arbitrary<Settings> = fc
  .record({
    kind: fc.constantFrom('rolling' as const, 'fixed' as const),
    months: fc.constantFrom(1, 3, 6, 12, 12, 24, 36),
    renewalMonth: fc.integer({ min: 1, max: 12 }),
    renewalDay: fc.constantFrom(1, 15, 28, 29, 30, 31),
    rolloverDays: fc.constantFrom(0, 1, 30, 60, 90),
    graceDays: fc.constantFrom(0, 1, 14, 30, 90),
    dueDays: fc.constantFrom(0, 14, 30, 120),
  })
  .map((made) => (made.kind === 'fixed' ? { ...made, months: Math.max(12, made.months) } : made))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom({ do: 'renew' as const }) },
  { weight: 10, arbitrary: fc.constantFrom({ do: 'pay' as const }) },
  { weight: 2, arbitrary: fc.constantFrom({ do: 'suspend' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resume' as const), extend: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'drop' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('reinstate' as const), continues: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('changeLength' as const), months: fc.constantFrom(12, 24, 36) }),
  },
)

const hours = (least: number, most: number) => fc.integer({ min: least * 24, max: most * 24 })
/** Days around an expiry, or around the end of a window after it. */
const nearWholeMonths = fc
  .record({ months: fc.constantFrom(1, 3, 6, 12), behind: fc.constantFrom(0, 1, 14, 30, 60, 90), off: hours(-2, 2) })
  .map(({ months, behind, off }) => Math.max(0, Math.round((months * 365.25) / 12 + behind) * 24 + off))

/** Steps at any hour: in bursts, a few days or weeks after the previous one, or close to an expiry. */
export const histories = (most: number): fc.Arbitrary<History> =>
  fc
    .record({
      zone: fc.constantFrom(...ZONES),
      settings,
      joined: fc.integer({ min: 0, max: 400 * 24 }),
      dropsByItself: fc.boolean(),
      steps: fc.array(
        fc.record({
          step,
          wait: fc.oneof(hours(0, 400), hours(0, 40), hours(0, 3), nearWholeMonths),
        }),
        { minLength: 1, maxLength: most },
      ),
    })
    .map(({ steps, ...history }) => {
      let hour = 0
      const placed = steps.map(({ step: what, wait }) => {
        hour += wait
        return { hour, step: what }
      })
      return { ...history, steps: placed.filter(({ hour: at }) => at < HOURS) }
    })

const when = (hour: number, step: Step) => ({ hour, step })

/** A regression: a cancellation withdraws an unpaid return, and is possible again. */
export const CALLED_OFF: History = {
  zone: 'America/New_York',
  settings: {
    kind: 'rolling',
    months: 6,
    renewalMonth: 4,
    renewalDay: 29,
    rolloverDays: 0,
    graceDays: 90,
    dueDays: 14,
  },
  joined: 539,
  dropsByItself: true,
  steps: [
    when(762, { do: 'cancel' }),
    when(1084, { do: 'resume', extend: false }),
    when(7614, { do: 'reinstate', continues: true }),
    when(12018, { do: 'cancel' }),
    when(12604, { do: 'pay' }),
    when(13357, { do: 'reinstate', continues: false }),
    when(13409, { do: 'drop' }),
    when(13449, { do: 'changeLength', months: 24 }),
    when(17102, { do: 'changeLength', months: 36 }),
  ],
}
