import { type Html, html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import type { SubscriptionChoice, SubscriptionState } from './subscription.service.ts'

export interface UnsubscribeView {
  organization: string
  addressKey: string
  category: string
  state: SubscriptionState
  /** Whether this request changed it. */
  isChanged: boolean
}

/** Returns the page of a recipient: the category, the current state, and a button for each choice. */
export const unsubscribePage = (view: UnsubscribeView): string => {
  const { organization, addressKey, state, isChanged } = view
  const name = inWords(view.category)
  return page(
    state === 'subscribed' ? 'Unsubscribe' : 'Unsubscribed',
    html`<h1>Mail from ${organization}</h1>
<p class="soft wrap">To ${maskAddress(addressKey)}</p>
<p ${isChanged && html`role="status"`} class="wrap">${WORDS[state](name)}</p>
<form method="post">${BUTTONS[state](name)}</form>
<p class="soft small">Confirmations of what you do yourself, such as joining, are always sent to you.</p>`,
    // The first page of the server is for its developers and operators.
    { home: null },
  )
}

const WORDS: Record<SubscriptionState, (name: string) => Html> = {
  subscribed: (name) => html`You get <strong>${name}</strong>.`,
  'no-category': (name) => html`You no longer get <strong>${name}</strong>.`,
  none: () => html`You no longer get <strong>any mail</strong> that can be unsubscribed from.`,
}

const button = (choice: SubscriptionChoice, words: string, isMain = false): Html =>
  html`<button type="submit" name="Choice" value="${choice}" class="${isMain ? 'main-button' : 'more-button'}">${words}</button>`

/** Subscribing again is not emphasized: it is for recipients who unsubscribed by mistake. */
const BUTTONS: Record<SubscriptionState, (name: string) => Html> = {
  subscribed: (name) => html`${button('category', `Unsubscribe from ${name}`, true)}${EVERYTHING}`,
  'no-category': () => html`${EVERYTHING}${AGAIN}`,
  none: () => AGAIN,
}

const EVERYTHING = button('all', 'Unsubscribe from everything')
const AGAIN = button('again', 'Subscribe again')

/** Writes the name of a category, `membership-notices`, in words: Membership notices. */
const inWords = (category: string): string => {
  const words = category.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Masks an address: enough to be recognized by whom it belongs to, and no more: `a•••@l•••.example`. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${first(address.slice(0, at))}•••@${first(domain)}•••${dot < 0 ? '' : domain.slice(dot)}`
}

const first = (text: string): string => [...text][0] ?? ''
