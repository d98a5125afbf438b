import { type PostedEvent, postEvent } from '#areas/integration/webhooks/deliveries/receiver.service'
import { listRecordScopes } from '#areas/integration/webhooks/records.queries'
import { kindsOf } from '#kernel/outbox/event-kind'
import type { Scope } from '#kernel/tenancy/scope'
import {
  type Credentials,
  callOut,
  type FieldConnector,
  type NativeApp,
  NativeFault,
  type NativeRun,
  type NativeTools,
} from '../native-app.port.ts'
import { pauseProperties } from './schedule.model.ts'

type WebhookValues = {
  Events: string[]
  PayloadStyle: 'thin' | 'full'
  IsPaused: boolean
}

const WHERE_EVENTS = 'GET /api/webhooks/setup/actiontypes/lookup lists the events.'

/** The body of a manual run and of the attempt to connect. */
const MANUAL = 'integration.manual'
const PING = 'integration.ping'

const webhook: FieldConnector = {
  name: 'webhook',
  authentication: 'ApiKey',
  addressField: 'Url',
  fields: [
    {
      name: 'Url',
      title: 'Address',
      isRequired: true,
      isSecret: false,
      description: 'https address that receives the events by POST.',
      pattern: { test: /^https?:\/\/\S{1,2000}$/, message: 'must be an https URL' },
    },
    {
      name: 'Authorization',
      title: 'Authorization',
      isRequired: false,
      isSecret: true,
      description: 'Value of the header Authorization, such as Bearer and a token.',
      pattern: { test: /^[\x20-\x7e]{1,4000}$/, message: 'must consist of printable ASCII characters' },
    },
    {
      name: 'SigningSecret',
      title: 'Signing secret',
      isRequired: false,
      isSecret: true,
      description: 'Secret of the receiver by Standard Webhooks: whsec_ and base64. Empty: requests are not signed.',
      pattern: { test: /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, message: 'must be whsec_ and 24 to 64 bytes in base64' },
    },
  ],
  check: async (scope, tools, credentials) => {
    await callOut(() => tools.outbound.check(credentials.get('Url') ?? ''))
    await post(scope, tools, credentials, { id: `msg_${crypto.randomUUID()}`, event: PING, style: 'thin' })
  },
}

/** Posts each event that its configuration selects. Each attempt has the same webhook-id, by which a receiver skips repetitions. */
export const outgoingWebhook: NativeApp<WebhookValues> = {
  id: 'outgoing-webhook',
  name: 'Outgoing webhook',
  description: 'Posts events as JSON to an address, with a header for its authorization.',
  connector: webhook,
  formSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['Events'],
    properties: {
      Events: {
        type: 'array',
        items: { type: 'string', maxLength: 100 },
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        title: 'Events',
        description:
          'Events to post: exact kinds such as contact.created, or all of a kind of record: contact.*. GET /api/webhooks/setup/actiontypes/lookup lists them.',
      },
      PayloadStyle: {
        type: 'string',
        enum: ['thin', 'full'],
        title: 'Content',
        description: 'thin: the ids of the record. full: the record in its documented shape.',
        default: 'thin',
      },
      ...pauseProperties,
    },
  },
  isScheduled: false,
  isPerEvent: true,
  eventPatterns: ({ Events }) => Events,
  scopesOf: ({ Events, PayloadStyle }) => (PayloadStyle === 'full' ? listRecordScopes(kindsOf(Events)) : []),
  findFaults: async (_scope, { Events }) =>
    Events.flatMap((pattern, at) =>
      kindsOf([pattern]).length > 0
        ? []
        : [
            {
              pointer: `/Events/${at}`,
              message: `must be an event or a pattern of events, but is "${pattern}". ${WHERE_EVENTS}`,
            },
          ],
    ),
  run: async (run) => {
    const { scope, tools, credentials, execution, values } = run
    const id = `msg_${scope.db.tenantId}_${execution.executionId}`
    const event = await findEvent(run)
    await post(scope, tools, credentials, { id, event, style: values.PayloadStyle })
    await run.progress(1, 1)
    return `The event ${typeof event === 'string' ? event : execution.trigger} was posted.`
  },
}

const findEvent = async ({ scope, execution }: NativeRun<WebhookValues>) => {
  const { tenantId, prisma } = scope.db
  if (execution.eventId === null) return MANUAL
  const event = await prisma.outboxEvent.findFirst({ where: { tenantId, id: execution.eventId } })
  if (!event) throw new NativeFault('The event is no longer stored.')
  return event
}

/** Returns whether a repetition can succeed after a status. */
const isTemporary = (status: number | null): boolean =>
  status === null || status >= 500 || [408, 425, 429].includes(status)

const NO_RESPONSE = 'There was no response.'

/** Describes what a status means, and what to do. */
const statusMessage = (status: number): string => {
  const said = `The receiver responded with the status ${status}.`
  if (status >= 300 && status < 400) return `${said} Connect with the address that it redirects to.`
  if (status === 401 || status === 403) return `${said} Connect with an Authorization and a secret that it accepts.`
  if (status === 404 || status === 410) return `${said} Connect with the address that receives events.`
  if (isTemporary(status)) return `${said} See the log of the receiver if it does so again.`
  return `${said} See the log of the receiver for what it does not accept.`
}

const post = async (
  scope: Scope,
  { outbound }: NativeTools,
  credentials: Credentials,
  message: Pick<PostedEvent, 'id' | 'event' | 'style'>,
): Promise<void> => {
  const [authorization, secret] = ['Authorization', 'SigningSecret'].map((name) => credentials.get(name))
  const { isSuccess, statusCode, error, retryAfter } = await postEvent(scope, outbound, {
    ...message,
    url: credentials.get('Url') ?? '',
    secrets: secret ? [secret] : [],
    headers: authorization ? { authorization } : {},
  })
  if (isSuccess) return
  throw new NativeFault(statusCode === null ? (error ?? NO_RESPONSE) : statusMessage(statusCode), {
    isTemporary: isTemporary(statusCode),
    isOfAddress: statusCode === null,
    retryAfter,
  })
}
