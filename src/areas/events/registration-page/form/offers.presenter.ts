import type { RegistrationOffer } from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import { type Html, html } from '#services/pages/html'
import { type FieldState, renderCheckBox, renderField, renderQuestions } from '../fields.presenter.ts'
import { choiceField } from '../page-fields.model.ts'
import { renderDescription } from './attendees.presenter.ts'
import { ASKED, type Environment, selectPageQuestions } from './page-form.input.ts'

interface OffersView extends FieldState {
  environment: Environment
  currency: string
}

/** Renders additional items, donations, sponsorships and booths; nothing if the event has none. */
export const renderOffers = (view: OffersView): Html => {
  const { Donations, SponsorshipTiers, ExhibitorTypes } = view.environment
  return html`${renderItems(view)}
${section('Donations', Donations, (offer) => donation(view, offer))}
${section('Sponsorships', SponsorshipTiers, (offer) => named(view, 'tier', offer, 'Name of the sponsor'))}
${section('Exhibitors', ExhibitorTypes, (offer) => named(view, 'exhibitor', offer, 'Name of the exhibitor'))}`
}

/** Renders additional items; nothing if the event has none. */
export const renderItems = (view: OffersView): Html | undefined =>
  section('Additional items', view.environment.AdditionalItems, (offer) => item(view, offer))

const section = (
  title: string,
  offers: readonly RegistrationOffer[] | null,
  present: (offer: RegistrationOffer) => Html,
): Html | undefined => (offers && offers.length > 0 ? html`<h2>${title}</h2>${offers.map(present)}` : undefined)

const isGone = ({ QuantityLeft }: RegistrationOffer): boolean => QuantityLeft !== null && QuantityLeft <= 0

const detailOf = (offer: RegistrationOffer): Html => {
  const { MaxPerOrder, IncludedSeats, Description } = offer
  const facts = [
    isGone(offer) ? 'Sold out' : undefined,
    MaxPerOrder !== null ? `${MaxPerOrder} at most` : undefined,
    IncludedSeats > 0 ? `Includes ${IncludedSeats} ${IncludedSeats === 1 ? 'attendee' : 'attendees'}` : undefined,
  ]
  const text = facts.filter((fact) => fact !== undefined).join(' · ')
  return html`${text}${Description && html`<span class="described">${renderDescription(Description)}</span>`}`
}

const item = (view: OffersView, offer: RegistrationOffer): Html => {
  const name = choiceField('item', offer.ItemId)
  if (isGone(offer)) return html`<p class="soft">${offer.Name}: sold out</p>`
  const label = `${offer.Name}, ${writtenAmount(offer.YourPrice, view.currency)} each`
  const hint = offer.MaxPerOrder === null ? null : `${offer.MaxPerOrder} at most`
  return renderField(view, { name, label, hint, type: 'number', isShort: true })
}

const donation = (view: OffersView, offer: RegistrationOffer): Html => {
  const name = choiceField('donation', offer.ItemId)
  const label = offer.Name ?? ''
  if (offer.IsAmountFree)
    return renderField(view, { name, label: `${label}, amount in ${view.currency}`, isShort: true })
  const price = writtenAmount(offer.YourPrice, view.currency)
  return html`<div class="offer">${renderCheckBox(view, { name, label, detail: detailOf(offer), price })}</div>`
}

const named = (view: OffersView, kind: 'tier' | 'exhibitor', offer: RegistrationOffer, label: string): Html => {
  const name = choiceField(kind, offer.ItemId)
  const price = writtenAmount(offer.YourPrice, view.currency)
  const box = renderCheckBox(view, {
    name,
    label: offer.Name ?? '',
    detail: detailOf(offer),
    price,
    isDisabled: isGone(offer),
  })
  const hint = 'Your organization if it is empty.'
  if (isGone(offer)) return box
  const nameField = renderField(view, {
    name: `${name}/name`,
    label: `${label} for ${offer.Name}`,
    hint,
    maxLength: 200,
  })
  const questions = renderQuestions(view, selectPageQuestions(view.environment, ASKED[kind]), name)
  return html`<div class="offer">${box}<div class="offer-name">${nameField}${questions}</div></div>`
}
