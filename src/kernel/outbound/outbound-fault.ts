/** Why a call came to nothing; the words of each are fit for users and tell nothing of the network inside. */
const WORDS = {
  'bad-url': 'The address is not an http or https URL that can be called.',
  'not-https': 'The address must begin with https.',
  'has-credentials': 'The address must not carry a user or password.',
  'refused-address': 'The address leads to a network that may not be called.',
  unresolved: 'The name of the host could not be resolved.',
  unreachable: 'No connection could be made.',
  'bad-certificate': 'The certificate of the server was not accepted.',
  timeout: 'There was no answer in time.',
  broken: 'The connection broke before the answer was there.',
  'too-large': 'The answer is too large.',
} as const

export type OutboundFaultCode = keyof typeof WORDS

/** A call that was refused or failed. Its message can be shown to whoever named the URL. */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly code: OutboundFaultCode

  constructor(code: OutboundFaultCode, cause?: unknown) {
    super(WORDS[code], cause === undefined ? undefined : { cause })
    this.code = code
  }

  /** Whether it is the URL that is at fault, so that calling it again is of no use while it stays as it is. */
  get isOfUrl(): boolean {
    return ['bad-url', 'not-https', 'has-credentials', 'refused-address'].includes(this.code)
  }
}
