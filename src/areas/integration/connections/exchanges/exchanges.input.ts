import type { ExchangeEditInput, TenantLookupItemInput } from '#contract/integration/connections'
import { badInput, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { parseName } from '#kernel/records/names'
import type { MessageData } from '../channel/channel.model.ts'
import { booleanOf, listOrNull, numberOf, textOf, textOrNull, uidOf } from '../channel/message-data.input.ts'
import { parsePathId } from '../path-ids.input.ts'
import type { ExchangeState, PartyState } from './exchanges.model.ts'

/** A tenant that a request names. */
export interface NamedTenant {
  key: string
  isSource: boolean
  pointer: string
}

export interface ExchangeDraft {
  name: string
  tenants: NamedTenant[]
  force: boolean
}

/** Parses an exchange. @throws 400; 422 both-sides, name-needed. */
export const parseExchange = (id: number, body: ExchangeEditInput): ExchangeDraft => {
  if (body.ExchangeId && body.ExchangeId !== id) throw badInput('/ExchangeId', 'must be 0 or the id in the path')
  const tenants = [
    ...namesOf(body.SourceTenants, '/SourceTenants', true),
    ...namesOf(body.TargetTenants, '/TargetTenants', false),
  ]
  refuseRepeated(tenants)
  return { name: parseName(body.ExchangeName, undefined, '/ExchangeName'), tenants, force: body.ForceSave ?? false }
}

const namesOf = (items: readonly TenantLookupItemInput[] | null, pointer: string, isSource: boolean): NamedTenant[] => {
  if (!items || items.length === 0) throw badInput(pointer, 'must name at least one tenant')
  return items.map(({ TenantKey }, at) => {
    const own = `${pointer}/${at}/TenantKey`
    if (!TenantKey) throw badInput(own, 'is required')
    return { key: TenantKey, isSource, pointer: own }
  })
}

const refuseRepeated = (tenants: readonly NamedTenant[]): void => {
  const seen = new Set<string>()
  const faults = tenants.flatMap(({ key, pointer }): FieldFault[] => {
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ pointer, message: 'names a tenant that the exchange already names' }]
  })
  if (faults.length > 0) throw ruleRefused('both-sides', 'A tenant can be named once, as source or as target.', faults)
}

/** Parses the id in the path of a save: digits. @throws 404 for an id that no record can have. */
export const parseExchangeId = (digits: string): number => parsePathId(digits, 'exchange')

const MAX_PARTIES = 1000
const CONSENTS = new Set(['Invited', 'Accepted', 'Declined'])

/**
 * Parses the state of an exchange.
 *
 * @param sender the installation of the sender; empty: this one. @param own public address of this installation.
 * @throws 400.
 */
export const parseState = (data: MessageData, sender: string, own: string): ExchangeState => ({
  Uid: uidOf(data, 'Uid'),
  Version: numberOf(data, 'Version'),
  Name: textOf(data, 'Name', 200),
  Parties: listOrNull(data, 'Parties', MAX_PARTIES)?.map((party) => parseParty(party, sender, own)) ?? null,
})

/**
 * Parses the installation of a party. Another installation names all installations by their addresses, this one as
 * well.
 */
const parseInstallation = (party: MessageData, sender: string, own: string): string => {
  const sent = textOf(party, 'Installation', 300)
  if (sent === '' && sender !== '')
    throw badInput('/Data/Parties/Installation', 'must be the address of an installation')
  return sent === own ? '' : sent
}

const parseParty = (party: MessageData, sender: string, own: string): PartyState => ({
  Key: textOf(party, 'Key', 63),
  Installation: parseInstallation(party, sender, own),
  Name: textOf(party, 'Name', 200),
  HubKey: textOrNull(party, 'HubKey', 63),
  IsSource: booleanOf(party, 'IsSource'),
  Consent: parseConsentText(party, 'Consent'),
})

const parseConsentText = (data: MessageData, name: string): string => {
  const consent = textOf(data, name, 10)
  if (CONSENTS.has(consent)) return consent
  throw badInput(`/Data/${name}`, 'must be Invited, Accepted or Declined')
}

/** Parses whether a tenant takes part. @throws 400. */
export const parseConsent = (data: MessageData): { uid: string; consent: string } => ({
  uid: uidOf(data, 'Uid'),
  consent: parseConsentText(data, 'Consent'),
})
