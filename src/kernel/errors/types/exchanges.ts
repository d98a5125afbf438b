import type { ProblemType } from './problem-type.ts'

/** Problems of exchanges between tenants, and of the data that they synchronize. */
export const exchanges = {
  'not-in-exchange': {
    status: [422, 409],
    meaning: 'The exchange does not name the two tenants as source and target, or one of them has not accepted.',
    advice: 'Read the exchange: both tenants must have the ConsentStatus Accepted.',
  },
  'unknown-message': {
    status: [422],
    meaning: 'The type of a message between installations is not known.',
    advice: 'Update both installations to the same version.',
  },
  'mapped-twice': {
    status: [422],
    meaning: 'A membership type and level of the source is mapped twice.',
    advice: 'Send one entry for each. `errors` names the second one.',
  },
  'both-sides': {
    status: [422],
    meaning: 'A tenant is named twice in an exchange, or both as source and as target.',
    advice: 'Name each tenant once. `errors` names the second entry.',
  },
  'exchange-warnings': {
    status: [409],
    meaning: 'The exchange or connection can be saved, but has effects that may not be intended. `errors` names them.',
    advice: 'Check each. If everything is intended, send it again with ForceSave true.',
  },
  synchronized: {
    status: [409],
    meaning: 'The data comes from another tenant through a connection and is read-only here.',
    advice: 'Change it in the source tenant, switch the part off in the connection, or delete the connection.',
  },
  'owner-takes-part': {
    status: [409],
    meaning: 'The tenant that created an exchange does not decline it.',
    advice: 'Save the exchange without the tenant, or delete it.',
  },
  'message-repeated': {
    status: [409],
    meaning: 'A message with this id was already received.',
    advice: 'Do not send it again.',
  },
  'wrong-sequence': {
    status: [409],
    meaning: 'An earlier message of the connection is missing.',
    advice: 'Send the messages of a connection in order, each until it is confirmed.',
  },
  'not-the-owner': {
    status: [403],
    meaning: 'Only the tenant that created the exchange can change or delete it.',
    advice: 'Decline the exchange to leave it, or ask the tenant that created it.',
  },
  'not-the-target': {
    status: [403],
    meaning: 'Only the target of a connection can create, change or delete it.',
    advice: 'Disable the connection, or leave the exchange.',
  },
  'disabled-by-other': {
    status: [403],
    meaning: 'The other tenant has disabled the connection, and only it can enable it.',
    advice: 'Ask the other tenant.',
  },
} as const satisfies Record<string, ProblemType>
