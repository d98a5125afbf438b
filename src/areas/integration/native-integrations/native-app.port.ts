import type { JsonObject } from '#kernel/contract/json'
import type { Sealer } from '#kernel/crypto/seal'
import type { FieldFault } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Files } from '#services/files/open-files'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { OutboundFault } from '#services/outbound/outbound-fault'

/** What apps need to run and connectors to be tried; an application has it. */
export interface NativeTools {
  outbound: Outbound
  sealer: Sealer
  connectorConfig: ConnectorConfig
  files: Pick<Files, 'uploads'>
}

export interface CredentialField {
  name: string
  title: string
  isRequired: boolean
  isSecret: boolean
  description?: string
  /** The form of a valid value, and what a message says about it. */
  pattern?: { test: RegExp; message: string }
}

/** The credentials of a connector by the names of its fields. */
export type Credentials = ReadonlyMap<string, string>

/** The addresses of a service and the client of this server there. */
export interface OAuthAddresses {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  revokeUrl: string
}

/** A service that grants access by OAuth 2.0 (RFC 6749). */
export interface OAuthService {
  /** The scopes that are requested, separated by spaces. */
  scope: string
  /** Further parameters of the page that asks for access. */
  parameters: Readonly<Record<string, string>>
  /** Returns null if the operator has not configured the service. */
  addressesOf(config: ConnectorConfig): OAuthAddresses | null
}

interface BaseConnector {
  name: string
}

/** A connector whose credentials are fields. */
export interface FieldConnector extends BaseConnector {
  authentication: 'ApiKey' | 'Basic'
  fields: readonly CredentialField[]
  /** The field with the address of the other side. */
  addressField: string
  /** Uses the credentials without an effect at the other side. @throws NativeFault. */
  check(scope: Scope, tools: NativeTools, credentials: Credentials): Promise<void>
}

/** A connector whose access a user grants at the other side. */
export interface OAuthConnector extends BaseConnector {
  authentication: 'OAuth2'
  service: OAuthService
}

export type Connector = FieldConnector | OAuthConnector

/** A configuration that is valid by the schema of its app. */
export type Values = Record<string, unknown>

export interface NativeRun<V = Values> {
  /** The scope of the run: the whole tenant, with the grants to read what the configuration selects. */
  scope: Scope
  tools: NativeTools
  integrationId: number
  values: V
  execution: { executionId: string; trigger: string; number: string | null; eventId: number | null; createdAt: Date }
  /** The credentials of a connector with fields; empty without one. */
  credentials: Credentials
  /** Returns an access token of OAuth2, renewed if it expires soon or was rejected. @throws NativeFault. */
  getAccessToken(rejected?: string): Promise<string>
  /** Stores the progress. Ends the run if the integration was uninstalled or another worker has taken over. */
  progress(done: number, total: number): Promise<void>
}

/** An app of the catalog. All effects of a run have its execution id as their key, because a killed run is repeated. */
export interface NativeApp<V = Values> {
  id: string
  name: string
  /** What a run does, as a sentence. */
  description: string
  connector: Connector | null
  /** JSON Schema of the configuration. */
  formSchema: JsonObject
  /** Whether a run causes a feed to be published. */
  hasFeed?: boolean
  /** Whether runs can be scheduled by the day. */
  isScheduled: boolean
  /** Whether each event is a run of its own. Otherwise a run that waits covers further events. */
  isPerEvent?: boolean
  /** Returns the events that cause runs: exact kinds, `contact.*`, or `*`. */
  eventPatterns(values: V): readonly string[]
  /** Returns the scopes to read what a run sends. */
  scopesOf(values: V): readonly string[]
  /** Finds errors that the schema cannot express. Pointers begin with the name of a field: `/Columns/0`. */
  findFaults?(scope: Scope, values: V): Promise<FieldFault[]>
  /**
   * Locks the records that the configuration references, so that none of them is deleted before the commit. Returns the
   * errors of those that no longer exist.
   */
  lockUsed?(scope: Scope, tx: Transaction, values: V): Promise<FieldFault[]>
  /** Performs a run, and returns what it did as a sentence. @throws NativeFault. */
  run(run: NativeRun<V>): Promise<string>
}

interface FaultOptions {
  /** Whether a repetition can succeed. */
  isTemporary?: boolean
  /** Milliseconds that the other side asks to wait. */
  retryAfter?: number
  /** Whether nothing responded at the address of the other side, or it may not be called. */
  isOfAddress?: boolean
  cause?: unknown
}

/** Why a run or an attempt to connect failed. The message is for users. */
export class NativeFault extends Error {
  override readonly name = 'NativeFault'
  readonly isTemporary: boolean
  readonly retryAfter: number
  readonly isOfAddress: boolean

  constructor(message: string, { isTemporary = false, retryAfter = 0, isOfAddress = false, cause }: FaultOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.isTemporary = isTemporary
    this.retryAfter = retryAfter
    this.isOfAddress = isOfAddress
  }
}

/** Returns the fault of a call that had no response; other errors are returned unchanged. */
export const faultOfCall = (error: unknown): unknown =>
  error instanceof OutboundFault
    ? new NativeFault(error.message, { isTemporary: !error.isOfUrl, isOfAddress: true, cause: error })
    : error

/** Calls the other side. @throws NativeFault if there is no response. */
export const callOut = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw faultOfCall(error)
  }
}
