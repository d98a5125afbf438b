import type { RegistrationSession, RegistrationType } from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import { Html, html } from '#services/pages/html'
import { writeDay, writeSpan } from '../event-times.model.ts'
import {
  type FieldState,
  renderCheckBox,
  renderChoiceGroup,
  renderField,
  renderQuestions,
} from '../fields.presenter.ts'
import { attendeePointer, FIELD } from '../page-fields.model.ts'
import { type Environment, selectPageQuestions } from './page-form.input.ts'

export interface AttendeesView extends FieldState {
  environment: Environment
  currency: string
  timeZone: string
  count: number
}

/** Renders the attendees, each with all choices of the event. */
export const renderAttendees = (view: AttendeesView): Html =>
  html`<h2>Attendees</h2>
<input type="hidden" name="${FIELD.count}" value="${view.count}">
${Array.from({ length: view.count }, (_, at) => attendee(view, at))}
<p><button type="submit" class="more-button" name="${FIELD.action}" value="add">Add another attendee</button></p>`

const attendee = (view: AttendeesView, at: number): Html => {
  const pointer = attendeePointer(at)
  return html`<fieldset class="panel"><legend>Attendee ${at + 1}</legend>
${at === 0 && renderCheckBox(view, { name: FIELD.isPayer, label: 'I attend myself', detail: 'The name above is used.', className: 'is-payer' })}
${at === 0 ? html`<div class="own-name">${names(view, pointer)}</div>` : names(view, pointer)}
${typeChoice(view, pointer)}
${sessionChoice(view, pointer)}
${renderQuestions(view, selectPageQuestions(view.environment, 'Attendee'), pointer, view.environment.RegistrationTypes ?? [])}
${tableField(view, pointer)}
${renderField(view, { name: `${pointer}/DiscountCode`, label: 'Discount code', maxLength: 40, isShort: true })}
${view.count > 1 && html`<p><button type="submit" class="more-button" name="${FIELD.action}" value="remove-${at}">Remove attendee ${at + 1}</button></p>`}
</fieldset>`
}

const names = (view: AttendeesView, pointer: string): Html => html`<div class="columns">
${renderField(view, { name: `${pointer}/FirstName`, label: 'First name', isRequired: true, maxLength: 100 })}
${renderField(view, { name: `${pointer}/LastName`, label: 'Last name', isRequired: true, maxLength: 100 })}
${renderField(view, { name: `${pointer}/EmailAddress`, label: 'Email address', type: 'email', maxLength: 254 })}
${renderField(view, { name: `${pointer}/OrganizationName`, label: 'Organization', maxLength: 200 })}
</div>`

const typeChoice = (view: AttendeesView, pointer: string): Html => {
  const types = view.environment.RegistrationTypes ?? []
  const [only] = types.filter((type) => !isSoldOut(type))
  return renderChoiceGroup(view, {
    name: `${pointer}/EventRegistrationTypeId`,
    legend: 'Ticket',
    type: 'radio',
    preset: types.length === 1 && only ? String(only.EventRegistrationTypeId) : undefined,
    choices: types.map((type) => ({
      value: String(type.EventRegistrationTypeId),
      label: type.Name ?? '',
      price: writtenPrice(type, view.currency),
      detail: detailOf(type, view.currency),
      isDisabled: isSoldOut(type),
      ...(type.SeatsPerRegistration > 1 && { className: 'is-table' }),
    })),
  })
}

const isSoldOut = ({ SeatsLeft, SeatsPerRegistration, IsWaitingListOnly }: RegistrationType): boolean =>
  SeatsLeft !== null && SeatsLeft < SeatsPerRegistration && !IsWaitingListOnly

const writtenPrice = ({ YourPrice }: RegistrationType, currency: string): string =>
  YourPrice === 0 ? 'Free' : writtenAmount(YourPrice, currency)

const WHY: ReadonlyMap<string, string> = new Map([
  ['Member', 'Price for members'],
  ['EarlyBird', 'Early price'],
])
/** Fewer seats than this are worth a hint. */
const FEW_SEATS = 20

const detailOf = (type: RegistrationType, currency: string): Html => {
  const { Price, YourPrice, PriceReason, EarlyBirdEnds, MemberPrice, SeatsLeft, SeatsPerRegistration } = type
  const reason = WHY.get(PriceReason ?? '')
  const until = PriceReason === 'EarlyBird' && EarlyBirdEnds !== null ? ` until ${writeDay(EarlyBirdEnds)}` : ''
  const facts = [
    reason && YourPrice < Price ? `${reason}${until} instead of ${writtenAmount(Price, currency)}` : undefined,
    MemberPrice !== null && MemberPrice < YourPrice ? `Members pay ${writtenAmount(MemberPrice, currency)}` : undefined,
    SeatsPerRegistration > 1 ? `${SeatsPerRegistration} seats` : undefined,
    type.IsMembersOnly ? 'For members' : undefined,
    isSoldOut(type) ? 'Sold out' : undefined,
    type.IsWaitingListOnly ? 'Waiting list: you pay when a seat is free for you' : undefined,
    SeatsLeft !== null && SeatsLeft > 0 && SeatsLeft < FEW_SEATS && !type.IsWaitingListOnly
      ? `${SeatsLeft} seats left`
      : undefined,
  ].filter((fact) => fact !== undefined)
  return html`${facts.join(' · ')}${type.Description && html`<span class="described">${renderDescription(type.Description)}</span>`}`
}

/** Descriptions of the parts of an event were cleaned when the event was saved. */
export const renderDescription = (description: string): Html => new Html(description)

const sessionChoice = (view: AttendeesView, pointer: string): Html | undefined => {
  const sessions = view.environment.Sessions ?? []
  if (sessions.length === 0) return undefined
  const taken = (session: RegistrationSession) => session.SeatsLeft !== null && session.SeatsLeft <= 0
  return renderChoiceGroup(view, {
    name: `${pointer}/SessionIds`,
    legend: 'Sessions',
    type: 'checkbox',
    choices: sessions.map((session) => ({
      value: String(session.SessionId),
      label: session.Name ?? '',
      isDisabled: taken(session),
      price: session.Price === 0 ? undefined : `+ ${writtenAmount(session.Price, view.currency)}`,
      detail: sessionDetail(view, session, taken(session)),
    })),
  })
}

const sessionDetail = (view: AttendeesView, session: RegistrationSession, isFull: boolean): string => {
  const { StartDate, EndDate, RegistrationTypeIds } = session
  const names = (view.environment.RegistrationTypes ?? [])
    .filter(({ EventRegistrationTypeId }) => RegistrationTypeIds?.includes(EventRegistrationTypeId))
    .map(({ Name }) => Name)
  const facts = [
    StartDate === null ? undefined : writeSpan(StartDate, EndDate, view.timeZone, true),
    names.length > 0 ? `For ${names.join(', ')}` : undefined,
    isFull ? 'Full' : undefined,
  ]
  return facts.filter((fact) => fact !== undefined).join(' · ')
}

const tableField = (view: AttendeesView, pointer: string): Html | undefined => {
  const hasTables = (view.environment.RegistrationTypes ?? []).some(
    ({ SeatsPerRegistration }) => SeatsPerRegistration > 1,
  )
  if (!hasTables) return undefined
  const own = renderField(view, {
    name: `${pointer}/GroupNumber`,
    label: 'Number of the table',
    type: 'number',
    isShort: true,
    hint: 'Guests with the same ticket and number sit at the table that the first of them buys.',
  })
  return html`<div class="table-number">${own}</div>`
}
