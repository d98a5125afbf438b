import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Obj, StandInAccount } from './objects.ts'

/** What goes wrong with a request: before its effect, or after it, when only the response is lost. */
export type Fault = 'unavailable' | 'reset' | 'limited' | 'reset-after' | 'unavailable-after'

export interface StandIn {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  account(id: string): StandInAccount
  /** The paths of all requests, with the account. */
  readonly requests: string[]
  /** Decides what goes wrong with a request; nothing by default. */
  faultOf: (request: { method: string; path: string }) => Fault | undefined
  close(): Promise<void>
}

interface Answer {
  status: number
  body: object
}

const DROPPED: Answer = { status: 0, body: {} }
const FAILED: Answer = { status: 500, body: { error: { message: 'Failed.' } } }
const LIMITED: Answer = { status: 429, body: { error: { message: 'Too many requests.' } } }

/** The responses of faults that happen before the effect. */
const FAULTS: ReadonlyMap<Fault, Answer> = new Map([
  ['reset', DROPPED],
  ['limited', LIMITED],
  ['unavailable', FAILED],
])

const notFound: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' } },
}

const refusal = (message: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
})

const list = (data: readonly object[]): Answer => ({ status: 200, body: { object: 'list', data, has_more: false } })
const ok = (body: object | undefined): Answer => (body ? { status: 200, body } : notFound)

/** The processor on loopback, as it documents itself: accounts by header, keys of requests, signed events. */
export const startStandIn = async (): Promise<StandIn> => {
  const accounts = new Map<string, StandInAccount>()
  const answers = new Map<string, Answer>()
  const accountOf = (id: string): StandInAccount => {
    const account = accounts.get(id) ?? new StandInAccount(id)
    accounts.set(id, account)
    return account
  }
  const server = createServer((request, response) => {
    void receive(request).then((body) => send(request, response, handle(request, body)))
  })
  const handle = (request: IncomingMessage, body: Buffer): Answer => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in')
    const method = request.method ?? ''
    const account = String(request.headers['stripe-account'] ?? pathname.split('/')[3] ?? '')
    standIn.requests.push(`${account} ${method} ${pathname}`)
    const fault = standIn.faultOf({ method, path: pathname })
    const before = fault && FAULTS.get(fault)
    if (before) return before
    const key = `${account} ${request.headers['idempotency-key'] ?? crypto.randomUUID()}`
    const parameters = method === 'GET' ? searchParams : new URLSearchParams(body.toString('latin1'))
    const answer = answers.get(key) ?? respond(accountOf(account), method, pathname, parameters)
    answers.set(key, answer)
    if (fault === undefined) return answer
    return fault === 'reset-after' ? DROPPED : FAILED
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: accountOf,
    requests: [],
    faultOf: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

const receive = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const send = (request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void => {
  if (status === 0) request.socket.destroy()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type Parameters = URLSearchParams
type Rule = (account: StandInAccount, id: string, parameters: Parameters, more: string) => Answer

const RULES: readonly (readonly [method: string, path: RegExp, rule: Rule])[] = [
  ['GET', /^\/v1\/accounts\/([^/]+)$/, (account) => ok(accountObject(account))],
  ['GET', /^\/v1\/accounts\/([^/]+)\/external_accounts$/, ({ banks }) => list(banks)],
  [
    'POST',
    /^\/v1\/accounts\/([^/]+)\/external_accounts\/([^/]+)$/,
    (account, _id, _p, bank) => makeDefault(account, bank),
  ],
  [
    'DELETE',
    /^\/v1\/accounts\/([^/]+)\/external_accounts\/([^/]+)$/,
    (account, _id, _p, bank) => remove(account, bank),
  ],
  ['GET', /^\/v1\/country_specs$/, () => list([COUNTRY])],
  ['GET', /^\/v1\/balance$/, (account) => ok(balanceOf(account))],
  ['POST', /^\/v1\/payment_intents$/, pay],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/capture$/, capture],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, (account, id) => ok(account.cancel(id))],
  ['POST', /^\/v1\/checkout\/sessions$/, openPage],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, ({ pages }, id) => ok(pages.get(id))],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, expirePage],
  ['GET', /^\/v1\/charges\/([^/]+)$/, ({ charges }, id) => ok(charges.get(id))],
  ['GET', /^\/v1\/charges$/, ({ charges }) => list([...charges.values()].reverse())],
  ['POST', /^\/v1\/refunds$/, refund],
  [
    'GET',
    /^\/v1\/refunds$/,
    ({ refunds, releases }, _id, p) =>
      list([...refunds.values(), ...releases.values()].filter((one) => one.charge === p.get('charge'))),
  ],
  ['GET', /^\/v1\/disputes\/([^/]+)$/, ({ disputes }, id) => ok(disputes.get(id))],
  ['POST', /^\/v1\/disputes\/([^/]+)$/, saveEvidence],
  ['GET', /^\/v1\/payouts\/([^/]+)$/, ({ payouts }, id) => ok(payouts.get(id))],
  [
    'GET',
    /^\/v1\/payouts$/,
    ({ payouts }, _id, p) => list([...payouts.values()].filter((one) => one.status === p.get('status'))),
  ],
  [
    'GET',
    /^\/v1\/balance_transactions$/,
    ({ movements }, _id, p) => list(movements.filter((one) => one.payout === p.get('payout'))),
  ],
  [
    'POST',
    /^\/v1\/files$/,
    (account) =>
      ok({ id: account.uid('file'), object: 'file', filename: 'receipt.pdf', size: 10, created: 1_790_000_000 }),
  ],
]

const respond = (account: StandInAccount, method: string, path: string, parameters: Parameters): Answer => {
  for (const [wanted, pattern, rule] of RULES) {
    const match = wanted === method ? pattern.exec(path) : null
    if (match) return rule(account, match[1] ?? '', parameters, match[2] ?? '')
  }
  return notFound
}

const COUNTRY = { id: 'CA', default_currency: 'cad', supported_bank_account_currencies: { cad: ['CA'], usd: ['CA'] } }

const accountObject = ({ id, currency }: StandInAccount): Obj | undefined =>
  id === 'acct_missing'
    ? undefined
    : {
        id,
        object: 'account',
        charges_enabled: true,
        payouts_enabled: false,
        default_currency: currency,
        requirements: {
          currently_due: ['company.tax_id'],
          past_due: ['company.tax_id'],
          current_deadline: 1_790_000_000,
        },
        future_requirements: { currently_due: ['company.owners'], current_deadline: null },
        settings: { dashboard: { timezone: 'America/Chicago' } },
      }

const makeDefault = ({ banks }: StandInAccount, id: string): Answer => {
  for (const bank of banks) bank.default_for_currency = bank.id === id
  return ok(banks.find((bank) => bank.id === id))
}

const remove = ({ banks }: StandInAccount, id: string): Answer => {
  banks.splice(
    banks.findIndex((bank) => bank.id === id),
    1,
  )
  return ok({ id, deleted: true })
}

const balanceOf = ({ movements }: StandInAccount): object => {
  const amount = movements.reduce((sum, one) => sum + one.amount - one.fee, 0)
  return { object: 'balance', available: [{ currency: 'usd', amount }], pending: [{ currency: 'usd', amount: 0 }] }
}

function pay(account: StandInAccount, _id: string, form: Parameters): Answer {
  const { intent, error } = account.pay(form)
  return error ? { status: 402, body: { error } } : ok(intent)
}

/** The processor accepts 30 minutes to 24 hours. */
function openPage(account: StandInAccount, _id: string, form: Parameters): Answer {
  const seconds = Number(form.get('expires_at')) - Date.now() / 1000
  if (seconds < 1800 || seconds > 86_400) return refusal('The expiry must be between 30 minutes and 24 hours away.')
  if (form.get('mode') !== 'payment' || !form.get('success_url')) return refusal('The page is not complete.')
  return ok(account.openPage(form))
}

function expirePage(account: StandInAccount, id: string): Answer {
  if (!account.pages.has(id)) return notFound
  const expired = account.expirePage(id)
  return expired ? ok(expired) : refusal('Only an open page can be ended.')
}

function capture(account: StandInAccount, id: string, form: Parameters): Answer {
  const charge = account.charges.get(String(account.intents.get(id)?.latest_charge))
  if (charge?.captured || charge?.refunded) return refusal('The payment was already captured or canceled.')
  return ok(account.capture(id, Number(form.get('amount_to_capture'))))
}

function refund(account: StandInAccount, _id: string, form: Parameters): Answer {
  const made = account.refund(form)
  return made ? ok(made) : refusal('The charge cannot be refunded.')
}

function saveEvidence({ disputes }: StandInAccount, id: string, form: Parameters): Answer {
  const dispute = disputes.get(id)
  if (!dispute) return notFound
  const fields = [...form].flatMap(([name, value]) => {
    const field = /^evidence\[(\w+)\]$/.exec(name)?.[1]
    return field === undefined ? [] : [[field, value || null]]
  })
  dispute.evidence = { ...(dispute.evidence as object), ...Object.fromEntries(fields) }
  const details = dispute.evidence_details as { submission_count: number }
  if (form.get('submit') === 'true') {
    details.submission_count++
    dispute.status = 'under_review'
  }
  return ok(dispute)
}

/** Signs an event as the processor documents it: HMAC-SHA256 over the time and the bytes. */
export const signedEvent = (
  account: string,
  event: { id: string; type: string; object: object },
  secret: string,
  at = Math.floor(Date.now() / 1000),
): { payload: string; signature: string } => {
  const payload = JSON.stringify({
    id: event.id,
    object: 'event',
    account,
    type: event.type,
    created: at,
    data: { object: event.object },
  })
  return { payload, signature: signatureOf(payload, secret, at) }
}

export const signatureOf = (payload: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
