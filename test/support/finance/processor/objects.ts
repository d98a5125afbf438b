/** The objects of the stand-in, in the processor's own form. */
export type Obj = Record<string, unknown> & { id: string }

export interface Movement extends Obj {
  amount: number
  fee: number
  payout: string | null
}

const now = () => Math.floor(Date.now() / 1000)

/** The state of one account at the stand-in, with its rules. */
export class StandInAccount {
  readonly id: string
  /** The default currency. */
  currency = 'usd'
  readonly charges = new Map<string, Obj>()
  readonly intents = new Map<string, Obj>()
  /** Payment pages: checkout sessions. */
  readonly pages = new Map<string, Obj>()
  readonly refunds = new Map<string, Obj>()
  /** What partial captures released: refunds that nobody requested. */
  readonly releases = new Map<string, Obj>()
  readonly disputes = new Map<string, Obj>()
  readonly payouts = new Map<string, Obj>()
  readonly movements: Movement[] = []
  readonly banks: Obj[]
  readonly events: { id: string; type: string; object: Obj }[] = []
  #made = 0

  constructor(id: string) {
    this.id = id
    this.banks = ['6789', '4321'].map((last4, at) => ({
      id: `ba_${last4}`,
      object: 'bank_account',
      bank_name: 'First Harbor Bank',
      last4,
      currency: 'usd',
      default_for_currency: at === 0,
      status: 'new',
    }))
  }

  uid(prefix: string): string {
    return `${prefix}_${++this.#made}`
  }

  emit(type: string, object: Obj): void {
    this.events.push({ id: this.uid('evt'), type, object: structuredClone(object) })
  }

  move(category: string, amount: number, fee: number): Movement {
    const movement = {
      id: this.uid('txn'),
      object: 'balance_transaction',
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      created: now(),
      reporting_category: category,
      description: null,
      status: 'available',
      payout: null,
    }
    this.movements.push(movement)
    return movement
  }

  /** Confirms a payment, as a card network would. Returns the intent, with an error if the card is declined. */
  pay(form: URLSearchParams): { intent: Obj; error?: object } {
    const amount = Number(form.get('amount'))
    const token = form.get('payment_method') ?? ''
    const isManual = form.get('capture_method') === 'manual'
    // A saved means of payment belongs to a customer, and is charged without it.
    const isSaved = form.get('customer') === 'cus_walk' && form.get('off_session') === 'true'
    const isDeclined = token.includes('Declined') || token.includes('saved') !== isSaved
    const charge: Obj = {
      id: this.uid('ch'),
      object: 'charge',
      amount,
      amount_captured: 0,
      amount_refunded: 0,
      currency: 'usd',
      captured: false,
      refunded: false,
      created: now(),
      description: form.get('description'),
      failure_code: isDeclined ? 'card_declined' : null,
      failure_message: isDeclined ? 'Declined.' : null,
      metadata: { request: form.get('metadata[request]') },
      balance_transaction: null,
      payment_intent: null,
      status: isDeclined ? 'failed' : 'succeeded',
      disputed: false,
      token,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    }
    const intent: Obj = { id: this.uid('pi'), object: 'payment_intent', amount, latest_charge: charge.id }
    charge.payment_intent = intent.id
    this.charges.set(charge.id, charge)
    this.intents.set(intent.id, intent)
    this.emit(isDeclined ? 'charge.failed' : 'charge.succeeded', charge)
    if (isDeclined) {
      const error = { type: 'card_error', code: 'card_declined', message: 'Declined.', charge: charge.id }
      return { intent, error: { ...error, payment_intent: intent } }
    }
    if (!isManual) this.capture(intent.id, amount)
    return { intent }
  }

  openPage(form: URLSearchParams): Obj {
    const id = this.uid('cs')
    const own = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `https://pay.example/${id}`,
      payment_intent: null,
      expires_at: Number(form.get('expires_at')),
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      form: form.toString(),
    }
    this.pages.set(id, own)
    return own
  }

  /** Pays a page as its payer does. A declined card leaves it open. */
  payPage(id: string, token = 'pm_card_visa'): Obj {
    const session = this.pages.get(id) as Obj
    const form = new URLSearchParams(String(session.form))
    const { intent, error } = this.pay(
      new URLSearchParams({
        amount: form.get('line_items[0][price_data][unit_amount]') ?? '',
        payment_method: token,
        capture_method: form.get('payment_intent_data[capture_method]') ?? '',
        'metadata[request]': form.get('payment_intent_data[metadata][request]') ?? '',
      }),
    )
    if (error) return session
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent })
    this.emit('checkout.session.completed', session)
    return session
  }

  /** @returns undefined if the page is no longer open. */
  expirePage(id: string): Obj | undefined {
    const session = this.pages.get(id)
    if (session?.status !== 'open') return undefined
    Object.assign(session, { status: 'expired', url: null })
    this.emit('checkout.session.expired', session)
    return session
  }

  capture(intentId: string, amount: number): Obj {
    const intent = this.intents.get(intentId) as Obj
    const charge = this.charges.get(String(intent.latest_charge)) as Obj
    if (charge.captured) throw new Error('captured twice')
    const fee = Math.round(amount * 0.029) + 30
    const released = Number(charge.amount) - amount
    Object.assign(charge, { captured: true, amount_captured: amount, amount_refunded: released })
    charge.balance_transaction = this.move('charge', Number(charge.amount), fee)
    if (released > 0) {
      const release: Obj = {
        id: this.uid('re'),
        object: 'refund',
        charge: charge.id,
        amount: released,
        currency: 'usd',
        created: now(),
        status: 'succeeded',
        metadata: {},
        balance_transaction: this.move('partial_capture_reversal', -released, 0),
      }
      this.releases.set(release.id, release)
    }
    this.emit('charge.captured', charge)
    if (String(charge.token).includes('Dispute')) this.dispute(charge, amount)
    return intent
  }

  cancel(intentId: string): Obj {
    const intent = this.intents.get(intentId) as Obj
    const charge = this.charges.get(String(intent.latest_charge)) as Obj
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount })
    this.emit('charge.refunded', charge)
    return intent
  }

  dispute(charge: Obj, amount: number): void {
    const dispute: Obj = {
      id: this.uid('dp'),
      object: 'dispute',
      charge: charge.id,
      amount,
      currency: 'usd',
      created: now(),
      status: 'needs_response',
      reason: 'fraudulent',
      is_charge_refundable: false,
      network_reason_code: '10.4',
      evidence: {},
      balance_transactions: [this.move('dispute', -amount, 1500)],
      evidence_details: { due_by: now() + 1_000_000, has_evidence: false, past_due: false, submission_count: 0 },
    }
    charge.disputed = true
    this.disputes.set(dispute.id, dispute)
    this.emit('charge.dispute.created', dispute)
  }

  /** Decides a dispute. */
  decide(id: string, isWon: boolean): void {
    const dispute = this.disputes.get(id) as Obj
    dispute.status = isWon ? 'won' : 'lost'
    const movements = dispute.balance_transactions as Movement[]
    if (isWon) movements.push(this.move('dispute_reversal', Number(dispute.amount), -1500))
    this.emit('charge.dispute.closed', dispute)
  }

  /** @returns undefined if the charge does not have so much left. */
  refund(form: URLSearchParams): Obj | undefined {
    const charge = this.charges.get(form.get('charge') ?? '') as Obj
    const amount = Number(form.get('amount'))
    const left = Number(charge.amount) - Number(charge.amount_refunded)
    if (amount > left || charge.disputed) return undefined
    const refund: Obj = {
      id: this.uid('re'),
      object: 'refund',
      charge: charge.id,
      amount,
      currency: 'usd',
      created: now(),
      status: 'succeeded',
      metadata: { request: form.get('metadata[request]') },
      balance_transaction: this.move('refund', -amount, 0),
    }
    Object.assign(charge, { amount_refunded: Number(charge.amount_refunded) + amount, refunded: amount === left })
    this.refunds.set(refund.id, refund)
    this.emit('charge.refunded', charge)
    this.emit('refund.created', refund)
    return refund
  }

  /** Pays the balance out, as the processor does by itself. */
  payOut(): Obj | undefined {
    const contents = this.movements.filter(
      ({ payout, reporting_category: category }) => payout === null && category !== 'payout',
    )
    const amount = contents.reduce((sum, one) => sum + one.amount - one.fee, 0)
    if (amount <= 0) return undefined
    const payout: Obj = {
      id: this.uid('po'),
      object: 'payout',
      amount,
      currency: 'usd',
      created: now(),
      arrival_date: now(),
      status: 'paid',
      automatic: true,
      destination: this.banks[0],
      failure_balance_transaction: null,
      balance_transaction: this.move('payout', -amount, 0),
    }
    for (const one of contents) one.payout = payout.id
    this.payouts.set(payout.id, payout)
    this.emit('payout.paid', payout)
    return payout
  }
}
