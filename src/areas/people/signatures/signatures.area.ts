import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { signatureEvents } from './signatures.events.ts'
import { findSignatureHtml } from './signatures.queries.ts'
import { signatures } from './signatures.routes.ts'

export const signaturesArea: Area = {
  routes: [signatures],
  chapterScopes: ['signatures:read', 'signatures:write'],
  events: changes('signatures', 'Signature', signatureEvents),
  mail: () => ({ findSignature: findSignatureHtml }),
}
