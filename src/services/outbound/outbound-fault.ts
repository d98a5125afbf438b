/** Why a call failed. The messages are for users and contain nothing about the internal network. */
const MESSAGES = {
  'bad-url': 'The address is not an http or https URL that can be called.',
  'not-https': 'The address must begin with https.',
  'has-credentials': 'The address must not contain a user name or password.',
  'refused-address':
    'The address belongs to a network that may not be called. The operator can allow networks by OUTBOUND_ALLOWED_NETWORKS.',
  unresolved: 'The name of the host could not be resolved.',
  unreachable: 'No connection could be made.',
  'bad-certificate': 'The certificate of the server was not accepted.',
  timeout: 'There was no response in time.',
  broken: 'The connection ended before the response was complete.',
  'too-large': 'The response is too large.',
} as const

export type OutboundFaultCode = keyof typeof MESSAGES

/** A call that was rejected or failed. Its message can be shown to the user who entered the URL. */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly code: OutboundFaultCode

  constructor(code: OutboundFaultCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause })
    this.code = code
  }

  /** Whether the URL is at fault, so that a retry cannot succeed. */
  get isOfUrl(): boolean {
    return ['bad-url', 'not-https', 'has-credentials', 'refused-address'].includes(this.code)
  }
}
