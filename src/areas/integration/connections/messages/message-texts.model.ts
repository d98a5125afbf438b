import { MESSAGE_TYPES } from '../channel/channel.model.ts'

const TEXTS: ReadonlyMap<string, string> = new Map([
  [MESSAGE_TYPES.state, 'the current tenants of an exchange'],
  [MESSAGE_TYPES.consent, 'the response to an invitation'],
  [MESSAGE_TYPES.open, 'the request to connect'],
  [MESSAGE_TYPES.update, 'the change of what is synchronized'],
  [MESSAGE_TYPES.disable, 'the notice that the connection is disabled'],
  [MESSAGE_TYPES.stop, 'the request to stop at once'],
  [MESSAGE_TYPES.enable, 'the notice that the connection is enabled'],
  [MESSAGE_TYPES.close, 'the notice that the connection is deleted'],
  [MESSAGE_TYPES.begun, 'the start of a copy'],
  [MESSAGE_TYPES.done, 'the end of a copy'],
  [MESSAGE_TYPES.gaps, 'the notice of what has no counterpart'],
  [MESSAGE_TYPES.request, 'the request for contacts'],
  [MESSAGE_TYPES.none, 'an empty message'],
])

/** Names a message in the log, by its type and the number of its contacts. */
export const messageText = (type: string, contacts = 0): string => {
  if (type === MESSAGE_TYPES.contacts) return contacts === 1 ? '1 contact' : `${contacts} contacts`
  return TEXTS.get(type) ?? `the message ${type}`
}
