import type {
  BillingContactInput,
  EventRegisterV2Input,
  RegistrationAttendeeInput,
  RegistrationExhibitorInput,
  RegistrationItemInput,
  RegistrationSponsorshipInput,
} from '#contract/events/public-registration'

/** Something of a form, with the JSON pointer to it in the body that was sent. */
export interface Pointed<Row> {
  pointer: string
  row: Row
}

/** An attendee of a form. */
export interface FormAttendee extends Pointed<RegistrationAttendeeInput> {
  /** The sponsorship or the booth that includes the attendee, by its position in the form. */
  includedBy: { kind: 'sponsorship' | 'exhibitor'; at: number } | null
}

/** A registration form. */
export interface RegistrationForm {
  billing: BillingContactInput
  attendees: FormAttendee[]
  sponsorships: Pointed<RegistrationSponsorshipInput>[]
  exhibitors: Pointed<RegistrationExhibitorInput>[]
  items: Pointed<RegistrationItemInput>[]
  donations: Pointed<RegistrationItemInput>[]
  /** The body that was sent. */
  body: EventRegisterV2Input
}

const pointed = <Row>(rows: readonly Row[] | null | undefined, list: string): Pointed<Row>[] =>
  (rows ?? []).map((row, at) => ({ pointer: `${list}/${at}`, row }))

/** Reads the body of a request. */
export const formOf = (body: EventRegisterV2Input): RegistrationForm => {
  const sponsorships = pointed(body.Sponsorships, '/Sponsorships')
  const exhibitors = pointed(body.Exhibitors, '/Exhibitors')
  const own = pointed(body.Registrations, '/Registrations').map((one) => ({ ...one, includedBy: null }))
  const included = (
    kind: 'sponsorship' | 'exhibitor',
    owners: Pointed<{ Attendees?: RegistrationAttendeeInput[] | null }>[],
  ) =>
    owners.flatMap(({ pointer, row }, at) =>
      pointed(row.Attendees, `${pointer}/Attendees`).map((one) => ({ ...one, includedBy: { kind, at } })),
    )
  return {
    billing: body.BillingInfo ?? null,
    attendees: [...own, ...included('sponsorship', sponsorships), ...included('exhibitor', exhibitors)],
    ...{ sponsorships, exhibitors, body },
    items: pointed(body.AdditionalPurchaseItems, '/AdditionalPurchaseItems'),
    donations: pointed(body.DonationItems, '/DonationItems'),
  }
}
