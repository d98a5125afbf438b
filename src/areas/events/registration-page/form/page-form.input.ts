import type {
  EventRegisterV2Input,
  RegistrationAttendeeInput,
  RegistrationEnvironment,
  RegistrationField,
  RegistrationOffer,
} from '#contract/events/public-registration'
import type { FormValues } from '#services/pages/form-values'
import { attendeePointer, choiceField, countAttendees, FIELD, fieldOfQuestion } from '../page-fields.model.ts'

export type Environment = NonNullable<RegistrationEnvironment>

/** A form of the page as the body of the public operations, and the fields that its pointers mean. */
export interface PageForm {
  body: EventRegisterV2Input
  /** Pointers whose fields have other names. The start of a pointer is enough. */
  fields: ReadonlyMap<string, string>
}

type Answers = NonNullable<EventRegisterV2Input['Answers']>

/** Reads a form of the page. What the event does not offer is left out. */
export const parsePageForm = (values: FormValues, environment: Environment): PageForm => {
  const fields = new Map<string, string>()
  const text = (name: string) => values.get(name) ?? null
  const billing = (name: string) => text(`/BillingInfo/${name}`)
  const isFirstPayer = values.get(FIELD.isPayer) !== undefined
  const attendees = Array.from({ length: countAttendees(values) }, (_, at) =>
    parseAttendee({ values, environment, fields }, at, isFirstPayer && at === 0),
  )
  if (isFirstPayer) for (const name of PEOPLE) fields.set(`${attendeePointer(0)}/${name}`, `/BillingInfo/${name}`)
  const code = text(FIELD.code)
  const body: EventRegisterV2Input = {
    BillingInfo: {
      ContactType: '1',
      FirstName: billing('FirstName'),
      LastName: billing('LastName'),
      EmailAddress: billing('EmailAddress'),
      OrganizationName: billing('OrganizationName'),
      TaxNumber: billing('TaxNumber'),
      Phone: { Number: billing('Phone/Number') },
      Address: {
        Address1: billing('Address/Address1'),
        City: billing('Address/City'),
        PostalCode: billing('Address/PostalCode'),
        StateProvince: billing('Address/StateProvince'),
        CountryId: idIn(billing('Address/CountryId')) ?? null,
      },
    },
    Registrations: attendees,
    ...parseOffers({ values, environment, fields }),
    Comments: text('/Comments'),
    WebReferralSourceTypeId: text('/WebReferralSourceTypeId'),
    ...(code !== null && { InvitationCode: code }),
    Answers: parseAnswers({ values, environment, fields }, selectPageQuestions(environment, 'Payer'), ''),
  }
  return { body, fields }
}

const PEOPLE = ['FirstName', 'LastName', 'EmailAddress', 'OrganizationName'] as const

interface Parsing {
  values: FormValues
  environment: Environment
  fields: Map<string, string>
}

const parseAttendee = (parsing: Parsing, at: number, isPayer: boolean): RegistrationAttendeeInput => {
  const { values } = parsing
  const pointer = attendeePointer(at)
  const own = (name: string) => values.get(`${pointer}/${name}`) ?? null
  const person = (name: string) => (isPayer ? (values.get(`/BillingInfo/${name}`) ?? null) : own(name))
  const table = Number(own('GroupNumber') ?? Number.NaN)
  return {
    // Nothing chosen is a fault of the operation, as an id that the event does not have.
    EventRegistrationTypeId: idIn(own('EventRegistrationTypeId')) ?? 2_147_483_647,
    FirstName: person('FirstName'),
    LastName: person('LastName'),
    EmailAddress: person('EmailAddress'),
    OrganizationName: person('OrganizationName'),
    DiscountCode: own('DiscountCode'),
    SessionIds: values.list(`${pointer}/SessionIds`).flatMap((sent) => idIn(sent) ?? []),
    ...(Number.isInteger(table) && table >= 0 && { GroupNumber: table }),
    Answers: parseAnswers(parsing, selectQuestionsOfType(parsing.environment, values, pointer), pointer),
  }
}

/** Returns the questions to an attendee: those of the chosen ticket, or those that everybody is asked. */
export const selectQuestionsOfType = (
  environment: Environment,
  values: FormValues,
  pointer: string,
): RegistrationField[] => {
  const typeId = idIn(values.get(`${pointer}/EventRegistrationTypeId`) ?? null)
  return selectPageQuestions(environment, 'Attendee').filter(
    ({ RegistrationTypeIds: ids }) => !ids || ids.length === 0 || (typeId !== undefined && ids.includes(typeId)),
  )
}

const idIn = (sent: string | null): number | undefined => (/^[1-9]\d{0,8}$/.test(sent ?? '') ? Number(sent) : undefined)

/**
 * Parses the values of questions; a question with several choices is sent as a list. A value that is missing is sent as none, so
 * that its fault is one of its field.
 */
const parseAnswers = ({ values, fields }: Parsing, questions: readonly RegistrationField[], owner: string): Answers =>
  questions.map(({ FieldId, DataType }, at) => {
    const name = fieldOfQuestion(owner, FieldId)
    const sent = values.list(name)
    fields.set(`${owner}/Answers/${at}`, name)
    return { FieldId, Value: writtenOf(sent, DataType) }
  })

/** Returns the value of a question as it is sent; null for none. */
export const writtenOf = (sent: readonly string[], dataType: RegistrationField['DataType']): string | null => {
  if (sent.length === 0) return null
  return dataType === 'MultiSelect' ? JSON.stringify(sent) : (sent.at(-1) ?? null)
}

/** Returns the questions to someone. Files cannot be sent by this page. */
export const selectPageQuestions = ({ Fields }: Environment, to: RegistrationField['AppliesTo']): RegistrationField[] =>
  (Fields ?? []).filter(({ AppliesTo, DataType }) => AppliesTo === to && DataType !== 'File')

type Offers = Pick<EventRegisterV2Input, 'AdditionalPurchaseItems' | 'DonationItems' | 'Sponsorships' | 'Exhibitors'>

const parseOffers = ({ values, environment, fields }: Parsing): Offers => {
  const { AdditionalItems, Donations, SponsorshipTiers, ExhibitorTypes } = environment
  const chosen = <Row>(
    list: readonly RegistrationOffer[] | null,
    pointer: string,
    kind: Parameters<typeof choiceField>[0],
    parse: (offer: RegistrationOffer, sent: string, owner: string) => Row | null,
  ): Row[] => {
    const rows: Row[] = []
    for (const offer of list ?? []) {
      const name = choiceField(kind, offer.ItemId)
      const sent = values.get(name)
      const owner = `${pointer}/${rows.length}`
      const row = sent === undefined ? null : parse(offer, sent, owner)
      if (row === null) continue
      fields.set(owner, name)
      rows.push(row)
    }
    return rows
  }
  const detail = (kind: 'tier' | 'exhibitor', id: number, name: string) =>
    values.get(choiceField(kind, id, name)) ?? null
  const answers = (kind: 'tier' | 'exhibitor', id: number, owner: string) =>
    parseAnswersOf({ values, environment, fields }, kind, id, owner)
  return {
    AdditionalPurchaseItems: chosen(AdditionalItems, '/AdditionalPurchaseItems', 'item', ({ ItemId }, sent) =>
      /^0*$/.test(sent) ? null : { ItemId, Quantity: Number(sent) },
    ),
    DonationItems: chosen(Donations, '/DonationItems', 'donation', ({ ItemId, IsAmountFree }, sent) =>
      IsAmountFree ? { ItemId, Amount: amountIn(sent) } : { ItemId, Quantity: 1 },
    ),
    Sponsorships: chosen(SponsorshipTiers, '/Sponsorships', 'tier', ({ ItemId }, _sent, owner) => ({
      SponsorshipTierId: ItemId,
      SponsorName: detail('tier', ItemId, '/name'),
      Answers: answers('tier', ItemId, owner),
    })),
    Exhibitors: chosen(ExhibitorTypes, '/Exhibitors', 'exhibitor', ({ ItemId }, _sent, owner) => ({
      ExhibitorTypeId: ItemId,
      ExhibitorName: detail('exhibitor', ItemId, '/name'),
      Answers: answers('exhibitor', ItemId, owner),
    })),
  }
}

/** Who is asked about a sponsorship, or a booth. */
export const ASKED = { tier: 'Sponsor', exhibitor: 'Exhibitor' } as const

/** Parses the values of the questions to a sponsor or an exhibitor. @param owner its pointer in the body. */
const parseAnswersOf = (parsing: Parsing, kind: 'tier' | 'exhibitor', id: number, owner: string): Answers => {
  const { environment, fields } = parsing
  const questions = selectPageQuestions(environment, ASKED[kind])
  const name = choiceField(kind, id)
  for (const [at, { FieldId }] of questions.entries())
    fields.set(`${owner}/Answers/${at}`, fieldOfQuestion(name, FieldId))
  return parseAnswers({ ...parsing, fields: new Map() }, questions, name)
}

/** An amount as people write it: `20`, `20.50` or `20,50`. Other texts are a fault of the operation. */
const amountIn = (sent: string): number | null => {
  const amount = Number(sent.replace(',', '.'))
  return Number.isFinite(amount) ? amount : null
}
