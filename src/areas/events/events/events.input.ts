import type { EventCancellationRuleInput, EventDetailsInput } from '#contract/events/events'
import { badInputs, type FieldFault } from '#kernel/errors/problem'
import { parseName, parseText } from '#kernel/records/names'
import type { Scope } from '#kernel/tenancy/scope'
import { optionalLine } from '#kernel/text/one-line'
import { instantOf } from '#kernel/time/instant'
import { zoneName } from '#kernel/time/local-time'
import { type Event, Prisma } from '#prisma/client'
import { cleanFields } from '#services/html/clean-fields'
import { type CancellationRule, rulesOf } from './cancellation-rules.model.ts'

/** Parses the rules of a request, which replace those of the event. Adds what breaks a rule to `faults`. */
const parseCancellationRules = (
  sent: EventDetailsInput['CancellationRules'],
  current: Event | null,
  faults: FieldFault[],
): CancellationRule[] => {
  const rules = sent ? sent.map(parseRule) : current ? rulesOf(current) : []
  const days = rules.map(({ DaysBefore, UntilDate }) => UntilDate ?? DaysBefore)
  for (const [at, { DaysBefore, UntilDate }] of rules.entries()) {
    const pointer = `/CancellationRules/${at}/DaysBefore`
    if ((DaysBefore === null) === (UntilDate === null))
      faults.push({ pointer, message: 'or UntilDate must be set, but not both' })
    else if (days.indexOf(UntilDate ?? DaysBefore) < at)
      faults.push({ pointer, message: 'must not be in the list twice' })
  }
  return rules
}

const parseRule = ({ DaysBefore, UntilDate, RefundPercent, Fee }: EventCancellationRuleInput): CancellationRule => ({
  DaysBefore: DaysBefore ?? null,
  UntilDate: UntilDate ?? null,
  RefundPercent: RefundPercent ?? 100,
  Fee: Fee ?? 0,
})

/** Parses the settings of certificates of attendance. A field that is left out keeps its value. */
const parseCertificateSettings = (input: EventDetailsInput, current: Event | null) => ({
  hasCertificates: input.HasCertificates ?? current?.hasCertificates ?? false,
  certificationId: input.CertificationId === undefined ? (current?.certificationId ?? null) : input.CertificationId,
  certificateHours: amountOf(input.CertificateHours, current?.certificateHours),
  certificateCredits: amountOf(input.CertificateCredits, current?.certificateCredits),
  mailsCertificates: input.MailsCertificates ?? current?.mailsCertificates ?? false,
})

const amountOf = (sent: number | undefined, current: Prisma.Decimal | undefined): Prisma.Decimal =>
  new Prisma.Decimal(sent ?? current ?? 0).toDecimalPlaces(2)

/** The lists of parts, whose descriptions are HTML. */
const DESCRIBED = [
  'RegistrationTypes',
  'Sessions',
  'SponsorshipTiers',
  'ExhibitorTypes',
  'AdditionalItems',
  'Donations',
] as const

/** Sanitizes the HTML of a request, before the transaction. @throws 400. */
export const cleanEvent = async (scope: Scope, input: EventDetailsInput): Promise<EventDetailsInput> => {
  const clean = structuredClone(input)
  const described = DESCRIBED.flatMap((list) =>
    (clean[list] ?? []).map((part, at) => ({ part, pointer: `/${list}/${at}/Description` })),
  )
  const sent = [{ part: clean, pointer: '/Description' }, ...described].filter(({ part }) => part.Description)
  const fields = sent.map(({ part, pointer }) => ({ pointer, html: part.Description ?? '' }))
  for (const [at, html] of (await cleanFields(scope, fields)).entries()) {
    const { part } = sent[at] ?? {}
    if (part) part.Description = html
  }
  return clean
}

export type EventData = ReturnType<typeof parseEvent>

/**
 * Parses the columns of an event. A field that is left out keeps its value. Adds what breaks a rule to `faults`.
 *
 * @param input with sanitized HTML. @throws 400 without a start; 422 name-needed.
 */
export const parseEvent = (
  { tenant }: Pick<Scope, 'tenant'>,
  input: EventDetailsInput,
  current: Event | null,
  faults: FieldFault[],
) => {
  const data = {
    name: parseName(input.Name, current?.name),
    status: input.Status ?? current?.status ?? 'Draft',
    shortDescription: optionalLine(input.ShortDescription, current?.shortDescription),
    description: parseText(input.Description, current?.description),
    ...parseTimes(input, current, faults),
    timeZone: parseZone(input, current, tenant.timeZone, faults),
    location: optionalLine(input.Location, current?.location),
    capacity: pick(input.Capacity, current?.capacity ?? null),
    hasWaitingList: input.HasWaitingList ?? current?.hasWaitingList ?? false,
    offerHours: input.OfferHours ?? current?.offerHours ?? 48,
    requiresApproval: input.RequiresApproval ?? current?.requiresApproval ?? false,
    membershipProof: input.MembershipProof ?? current?.membershipProof ?? 'None',
    paymentKinds: [...new Set(input.PaymentKinds ?? current?.paymentKinds ?? ['Card', 'Hosted', 'Invoice'])],
    taxSetId: pick(input.TaxSetId, current?.taxSetId ?? null),
    marksNoShows: input.MarksNoShows ?? current?.marksNoShows ?? false,
    canCancel: input.CanRegistrantsCancel ?? current?.canCancel ?? false,
    cancellationRules: parseCancellationRules(input.CancellationRules, current, faults),
    ...parseCertificateSettings(input, current),
    calendarId: pick(input.CalendarId, current?.calendarId ?? null),
  }
  if (data.requiresApproval && data.hasWaitingList && data.capacity === null)
    faults.push({ pointer: '/HasWaitingList', message: 'can be true only if Capacity is set' })
  return data
}

/** Returns what was sent, or the current value if the field is left out. */
export const pick = <T>(sent: T | undefined, current: T): T => (sent === undefined ? current : sent)

/** Returns an instant that was sent, or the current one if the field is left out. */
export const momentOf = (sent: string | null | undefined, current: Date | null): Date | null =>
  sent === undefined ? current : sent === null ? null : instantOf(sent)

/** @throws 400 without a start. */
const parseTimes = (input: EventDetailsInput, current: Event | null, faults: FieldFault[]) => {
  const startsAt = momentOf(input.StartDate, current?.startsAt ?? null)
  if (!startsAt) throw badInputs([{ pointer: '/StartDate', message: 'is required' }])
  const endsAt = momentOf(input.EndDate, current?.endsAt ?? null)
  const registrationOpens = momentOf(input.RegistrationOpens, current?.registrationOpens ?? null)
  const registrationCloses = momentOf(input.RegistrationCloses, current?.registrationCloses ?? null)
  if (endsAt && endsAt <= startsAt) faults.push({ pointer: '/EndDate', message: 'must be after StartDate' })
  if (registrationOpens && registrationCloses && registrationCloses <= registrationOpens)
    faults.push({ pointer: '/RegistrationCloses', message: 'must be after RegistrationOpens' })
  if (registrationOpens && !registrationCloses && registrationOpens >= startsAt)
    faults.push({
      pointer: '/RegistrationOpens',
      message: 'must be before StartDate, unless RegistrationCloses is set',
    })
  return { startsAt, endsAt, registrationOpens, registrationCloses }
}

const parseZone = (
  { TimeZone }: EventDetailsInput,
  current: Event | null,
  tenantZone: string,
  faults: FieldFault[],
): string => {
  const sent = TimeZone ?? current?.timeZone ?? tenantZone
  const zone = zoneName(sent)
  if (!zone) faults.push({ pointer: '/TimeZone', message: 'must be an IANA time zone such as Europe/Paris' })
  return zone ?? sent
}
