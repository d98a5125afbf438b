import type { JobSpec } from '#kernel/jobs/enqueue'
import type { ExchangeParty } from '#prisma/client'
import type { TenantAddress } from '../channel/channel.model.ts'
import type { ExchangeWithParties } from './exchanges.queries.ts'

/** The job that sends the state of an exchange to one of its tenants. */
export const SEND_EXCHANGE = 'exchanges.state'
/** The job that tells the owner of an exchange whether this tenant takes part. */
export const SEND_CONSENT = 'exchanges.consent'

export interface ExchangeJob {
  tenantId: number
  uid: string
  key: string
  installation: string
}

export const stateJob = (tenantId: number, uid: string, { key, installation }: TenantAddress): JobSpec => ({
  name: SEND_EXCHANGE,
  payload: { tenantId, uid, key, installation },
  key: `exchange:${tenantId}:${uid}:${installation}:${key}`,
})

export const consentJob = (tenantId: number, { uid, ownerKey, ownerInstallation }: ExchangeWithParties): JobSpec => ({
  name: SEND_CONSENT,
  payload: { tenantId, uid, key: ownerKey, installation: ownerInstallation },
  key: `exchange-consent:${tenantId}:${uid}`,
})

/** A tenant of an exchange in a message. */
export interface PartyState {
  Key: string
  Installation: string
  Name: string
  HubKey: string | null
  IsSource: boolean
  Consent: string
}

/** The state of an exchange in a message; `Parties` is null if the exchange was deleted. */
export interface ExchangeState {
  Uid: string
  Version: number
  Name: string
  Parties: PartyState[] | null
}

/**
 * Returns the state of an exchange for one of its tenants.
 *
 * @param origin of this installation, for those of another one.
 */
export const stateOf = (exchange: ExchangeWithParties, to: TenantAddress, origin: string): ExchangeState => ({
  Uid: exchange.uid,
  Version: exchange.stateVersion,
  Name: exchange.name,
  Parties: exchange.parties.map((party) => partyState(party, to.installation === '' ? '' : origin)),
})

const partyState = (
  { key, installation, name, hubKey, isSource, consent }: ExchangeParty,
  own: string,
): PartyState => ({
  Key: key,
  Installation: installation === '' ? own : installation,
  Name: name,
  HubKey: hubKey,
  IsSource: isSource,
  Consent: consent,
})
