import type {
  BillingContactInput,
  EventRegisterV2Input,
  RegisterAttendeesInput,
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

export interface FormAttendee extends Pointed<RegistrationAttendeeInput> {
  /** The sponsorship or the booth that includes the attendee, by its position in the form. */
  includedBy: { kind: 'sponsorship' | 'exhibitor'; at: number } | null
}

export interface RegistrationForm {
  billing: BillingContactInput
  attendees: FormAttendee[]
  sponsorships: Pointed<RegistrationSponsorshipInput>[]
  exhibitors: Pointed<RegistrationExhibitorInput>[]
  items: Pointed<RegistrationItemInput>[]
  donations: Pointed<RegistrationItemInput>[]
  /** Names can be missing while the form is not complete. */
  isFirstStep: boolean
  /** Whether new contacts are listed at once; only staff can request it. */
  showsContacts: boolean
  /** The key of the cart that is changed; null for a new one. */
  cartKey: string | null
  /** The pointer to the list of attendees. */
  attendeesPointer: string
  /** The body, in version 2. */
  body: EventRegisterV2Input
}

const pointed = <Row>(rows: readonly Row[] | null | undefined, list: string): Pointed<Row>[] =>
  (rows ?? []).map((row, at) => ({ pointer: `${list}/${at}`, row }))

/** Reads a form of version 2. */
export const formOf = (body: EventRegisterV2Input, attendeesPointer = '/Registrations'): RegistrationForm => {
  const sponsorships = pointed(body.Sponsorships, '/Sponsorships')
  const exhibitors = pointed(body.Exhibitors, '/Exhibitors')
  const own = pointed(body.Registrations, attendeesPointer).map((one) => ({ ...one, includedBy: null }))
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
    sponsorships,
    exhibitors,
    body,
    attendeesPointer,
    isFirstStep: false,
    showsContacts: false,
    cartKey: body.CartKey ?? null,
    items: pointed(body.AdditionalPurchaseItems, '/AdditionalPurchaseItems'),
    donations: pointed(body.DonationItems, '/DonationItems'),
  }
}

/** Reads a form of version 1: attendees, items and donations. */
export const formOfV1 = (body: RegisterAttendeesInput): RegistrationForm => {
  const { Answers, BillingInfo, CaptchaResponse, CartKey, DonationItems, SendEmailNotification } = body
  const { InvitationCode, WebReferralSourceTypeId } = body
  const payer = { Answers, BillingInfo, DonationItems, SendEmailNotification, WebReferralSourceTypeId }
  const sent = { ...payer, CaptchaResponse, CartKey, InvitationCode }
  const form = formOf(
    {
      ...JSON.parse(JSON.stringify(sent)),
      Registrations: body.Models,
      AdditionalPurchaseItems: body.ExtraItems ?? null,
    },
    '/Models',
  )
  const items = form.items.map(({ row }, at) => ({ pointer: `/ExtraItems/${at}`, row }))
  return {
    ...form,
    items,
    isFirstStep: body.IsFirstStep ?? false,
    showsContacts: body.AllowCreateAndShowContact ?? false,
  }
}
