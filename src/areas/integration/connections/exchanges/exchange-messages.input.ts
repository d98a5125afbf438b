import { badInput } from '#kernel/errors/problem'
import type { MessageData } from '../channel/channel.model.ts'
import { booleanOf, listOrNull, numberOf, textOf, textOrNull, uidOf } from '../channel/message-data.input.ts'
import type { ExchangeState, PartyState } from './exchanges.model.ts'

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

/** Another installation names all installations by their addresses, this one as well. */
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
