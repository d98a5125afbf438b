import type { ProblemType } from './problem-type.ts'

/** Problems of charges, disputes, accounts at the payment processor, and reports on them. */
export const payments = {
  'bank-account-needed': {
    status: [409],
    meaning: 'The bank account is the default of its currency, or a transfer to it is under way.',
    advice: 'Make another bank account the default first, or wait until the transfer has arrived.',
  },
  'charge-assigned': {
    status: [409],
    meaning: 'The charge is that of another contact, whose id ContactId contains.',
    advice: 'Read the charge again.',
  },
  'charge-payment': {
    status: [409],
    meaning: 'The payment is that of a charge of the payment processor, whose id EPaymentTransactionId contains.',
    advice: 'Refund the charge: its refund is recorded in the books.',
  },
  'charge-state': {
    status: [409],
    meaning: 'The status of the charge, which Status contains, does not allow this.',
    advice: 'Read the charge again.',
  },
  'evidence-needed': {
    status: [422],
    meaning: 'The evidence of the dispute is empty, so it was not submitted.',
    advice: 'Stage evidence first, or send it with the request: it is submitted once.',
  },
  'evidence-closed': {
    status: [409],
    meaning:
      'The dispute takes no evidence: it was already submitted, the time has passed, or the status requires no response.',
    advice: 'Read the dispute again.',
  },
  'wrong-dispute': {
    status: [409],
    meaning: 'DisputeId is the id of another dispute than that of the charge.',
    advice: 'Read the dispute of the charge again.',
  },
  'not-a-sandbox': {
    status: [409],
    meaning: 'The account is one of the online payment processor, and only the sandbox can do this.',
    advice: 'Use the account of a gateway of the kind Sandbox.',
  },
  'processor-refused': {
    status: [422],
    meaning: 'The payment processor rejected the request. The detail contains its reason.',
    advice: 'Correct what it names. A repeat of the same request has the same result.',
  },
  'no-account': {
    status: [422],
    meaning: 'The payment gateway is inactive, or has no account at the payment processor.',
    advice: 'Choose an active gateway of the kind Processor or Sandbox.',
  },
  'wrong-currency': {
    status: [422],
    meaning:
      'The account of the payment gateway has another currency than the tenant, or the currency of the tenant does not have two decimals.',
    advice: 'Use a gateway whose account has the currency of the tenant, and make the other one inactive.',
  },
  'account-needed': {
    status: [422],
    meaning: 'A gateway of the kind Processor needs the id of an account that the processor has for this tenant.',
    advice: 'Ask the operator to connect the tenant, and send GatewayAccountId.',
  },
  'more-than-authorized': {
    status: [422],
    meaning: 'The amount to capture is more than the authorized amount.',
    advice: 'The detail states the authorized amount.',
  },
  'more-than-captured': {
    status: [422],
    meaning: 'The amount to refund is more than what is left of the charge.',
    advice: 'The detail states what is left.',
  },
  'bank-account-unverified': {
    status: [422],
    meaning: 'The processor has not verified the bank account, so it cannot be the default.',
    advice: 'Verify it at the processor first.',
  },
  'unknown-file': {
    status: [422],
    meaning:
      'The evidence names a file that does not exist or was uploaded for another purpose. `errors` names each field.',
    advice: 'Upload the file as evidence, and send its FileId.',
  },
  'evidence-too-long': {
    status: [422],
    meaning: 'All texts of the evidence together are too long. The detail states the limit.',
    advice: 'Shorten them, or upload a file.',
  },
  'no-transactions': {
    status: [422],
    meaning: 'The transactions of the gateway are not stored here.',
    advice: 'Choose a gateway of the kind Processor or Sandbox; the lookup lists them.',
  },
  'wrong-span': {
    status: [422],
    meaning:
      'The span of the report ends before it begins, is too long or is in the future. `errors` names what is wrong.',
    advice: 'Correct what `errors` names.',
  },
  'report-running': {
    status: [409],
    meaning: 'The tenant has the same report under way.',
    advice: 'Read its progress, and request it again when it has ended.',
  },
} as const satisfies Record<string, ProblemType>
