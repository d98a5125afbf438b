import type { ProblemType } from './problem-type.ts'

/** Webhooks and native integrations. */
export const integrations = {
  'secret-missing': {
    status: [409],
    meaning: 'The webhook has no secret, because its tenant was imported from an archive.',
    advice: 'Create one with POST /api/webhooks/setup/{webhookid}/secret/rotate, or send RotateSecret: true.',
  },
  'state-invalid': {
    status: [409],
    meaning: 'The state of an OAuth2 authorization is unknown, was used, or is older than 10 minutes.',
    advice: 'Start the authorization again.',
  },
  'not-oauth': {
    status: [409],
    meaning: 'The connector of the integration does not use OAuth2.',
    advice: 'Send its fields to POST /native/connectors/{connectorname}/connect/{integrationid}.',
  },
  'integration-not-ready': {
    status: [409],
    meaning: 'The integration is not connected or not configured.',
    advice: 'Read its Status. Connect and configure it first.',
  },
  'run-under-way': {
    status: [409],
    meaning: 'A run of the integration with the same trigger and number waits or runs. ExecutionId contains it.',
    advice: 'Wait until that run has ended, or send another number.',
  },
  'connection-refused': {
    status: [422],
    meaning: 'A field of the credentials is missing or not valid, or the other side rejects the credentials.',
    advice: 'Correct the fields that `errors` names, or the credentials at the other side.',
  },
  'configuration-invalid': {
    status: [422],
    meaning: 'The values do not match the schema of the form, or reference something that does not exist.',
    advice: 'Correct the fields that `errors` names. SchemaJson describes them.',
  },
  'unknown-trigger': {
    status: [422],
    meaning: 'The integration does not have the trigger, or no event of this kind about the record is stored.',
    advice: 'Send one of Triggers. Events are stored for 30 days by default.',
  },
} as const satisfies Record<string, ProblemType>
